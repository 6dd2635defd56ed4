"""What can be chosen about a game of Triqueta: who begins, and the variant, if two play."""

from collections.abc import Mapping
from typing import Any, Final

from triqueta_tui.game import SetUp
from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

_VARIANTS: Final = ("standard", "dorra")

_CHANCE: Final = "chance"


class TriquetaSetUp(SetUp):
    """The designer's variant is for exactly two."""

    def lines(self, seats: int, options: Mapping[str, Any]) -> list[Line]:
        lines = [_start_line(seats, options.get("start"))]
        if seats == 2:
            words = tuple(map(_variant_words, _VARIANTS))
            lines.append(Line("variant", say("triqueta.set_up.variant"), _VARIANTS, words, _variant(options)))
        return lines

    def options(self, values: Mapping[str, str]) -> dict[str, Any]:
        options: dict[str, Any] = {}
        if values.get("start", _CHANCE) != _CHANCE:
            options["start"] = int(values["start"])
        if _variant(values) != _VARIANTS[0]:
            options["variant"] = _variant(values)
        return options

    def words(self, options: Mapping[str, Any]) -> list[str]:
        words = []
        if isinstance(start := options.get("start"), int):
            words.append(say("triqueta.set_up.starts", number=start + 1))
        if _variant(options) != _VARIANTS[0]:
            words.append(_variant_words(_variant(options)))
        return words


def _start_line(seats: int, start: int | None) -> Line:
    values = (_CHANCE, *map(str, range(seats)))
    words = (
        say("triqueta.set_up.chance"),
        *(say("triqueta.set_up.seat", number=number) for number in range(1, seats + 1)),
    )
    chosen = str(start) if str(start) in values else _CHANCE
    return Line("start", say("triqueta.set_up.start"), values, words, chosen)


def _variant(options: Mapping[str, Any]) -> str:
    found = options.get("variant")
    return found if found in _VARIANTS else _VARIANTS[0]


def _variant_words(variant: str) -> str:
    return say(f"triqueta.set_up.variants.{variant}")
