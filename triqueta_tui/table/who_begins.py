"""The option of who starts, as a line of a form and in words."""

from collections.abc import Mapping
from typing import Any, Final

from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

_NAME: Final = "start"
_CHANCE: Final = "chance"


def start_line(seats: int, options: Mapping[str, Any]) -> Line:
    values = (_CHANCE, *map(str, range(seats)))
    words = (
        say("rooms.start.chance"),
        *(say("rooms.start.seat", number=number) for number in range(1, seats + 1)),
    )
    start = str(options.get(_NAME))
    return Line(_NAME, say("rooms.start.label"), values, words, start if start in values else _CHANCE)


def start_option(values: Mapping[str, str]) -> dict[str, int]:
    """The option of a form; none if it is random."""
    start = values.get(_NAME, _CHANCE)
    return {} if start == _CHANCE else {_NAME: int(start)}


def start_words(options: Mapping[str, Any]) -> list[str]:
    start = options.get(_NAME)
    return [say("rooms.start.begins", number=start + 1)] if isinstance(start, int) else []
