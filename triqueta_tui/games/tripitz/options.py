"""The options of Tripitz: its length, the jokers, the start, and how figures are paid."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import ValidationError, convert, structs

from triqueta_protocol.games.tripitz import Options
from triqueta_tui.game import SetUp
from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

_VALUES: Final[dict[str, dict[str, Any]]] = {
    "short": {"full": False, "edge": True},
    "jokers": {"without": False, "with": True},
    "start_player": {one: one for one in ("random_able", "best_opening", "race")},
    "start_stones": {one: one for one in ("all_different", "four_colours", "random")},
    "one_figure_per_axis": {"all": False, "one": True},
}
"""By option: its values by their name in the form, the default first."""


class TripitzOptions(SetUp):
    def lines(self, seats: int, options: Mapping[str, Any]) -> list[Line]:
        return [_line(name, value) for name, value in _called(options).items()]

    def options(self, values: Mapping[str, str]) -> dict[str, Any]:
        chosen = {name: _VALUES[name].get(value) for name, value in values.items() if name in _VALUES}
        usual = structs.asdict(Options())
        return {name: value for name, value in chosen.items() if value is not None and value != usual[name]}

    def words(self, options: Mapping[str, Any]) -> list[str]:
        """The length of the game, and the options that are not default."""
        return [
            say(f"tripitz.set_up.{name}.{value}")
            for name, value in _called(options).items()
            if name == "short" or value != next(iter(_VALUES[name]))
        ]

    def advice(self, options: Mapping[str, Any]) -> str:
        racing = _chosen(options).start_player == "race"
        return say("tripitz.set_up.advice.race") if racing else ""


def _chosen(options: Mapping[str, Any]) -> Options:
    """The options of a table; the defaults if a newer program sent unknown ones."""
    try:
        return convert(options, Options)
    except ValidationError:
        return Options()


def _called(options: Mapping[str, Any]) -> dict[str, str]:
    """By option: the name of its value in the form."""
    chosen = structs.asdict(_chosen(options))
    return {
        name: next(called for called, value in values.items() if value == chosen[name])
        for name, values in _VALUES.items()
    }


def _line(name: str, value: str) -> Line:
    values = tuple(_VALUES[name])
    words = tuple(say(f"tripitz.set_up.{name}.{one}") for one in values)
    return Line(name, say(f"tripitz.set_up.{name}.label"), values, words, value)
