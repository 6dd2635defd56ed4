"""The choice of a match series as a line of a form."""

from collections.abc import Mapping
from typing import Final, cast

from msgspec import UNSET, UnsetType

from protocol.events import Room
from protocol.series import SeriesKind, SeriesRule
from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line
from triqueta_tui.widgets.series_words import rule_words, score_words

SeriesChoice = SeriesRule | UnsetType | None
"""A series or none; unset where the server knows of no series."""

_OFFERED: Final = (
    None,
    *(SeriesRule("best_of", length) for length in (3, 5, 7)),
    *(SeriesRule("games", length) for length in (2, 3, 4, 5, 6, 10)),
)


def series_line(chosen: SeriesChoice) -> list[Line]:
    if isinstance(chosen, UnsetType):
        return []
    offered = _OFFERED if chosen in _OFFERED else (*_OFFERED, chosen)
    values, words = tuple(map(_value, offered)), tuple(map(rule_words, offered))
    return [Line("series", say("series.label"), values, words, _value(chosen))]


def series_in(values: Mapping[str, str]) -> SeriesChoice:
    """What a filled-in form says; unset if it does not ask."""
    if "series" not in values:
        return UNSET
    kind, _, length = values["series"].partition(" ")
    return SeriesRule(cast("SeriesKind", kind), int(length)) if length else None


def series_of(room: Room) -> SeriesRule | None:
    """The rule of the series that is played at a table."""
    return SeriesRule(room.series.kind, room.series.length) if room.series is not None else None


def series_caution(room: Room, *, anew: bool) -> str:
    """What is lost by rules that begin a series anew; empty if nothing is."""
    series = room.series
    return say("series.anew.caution", score=score_words(series)) if anew and series and series.games else ""


def _value(rule: SeriesRule | None) -> str:
    return f"{rule.kind} {rule.length}" if rule is not None else "single"
