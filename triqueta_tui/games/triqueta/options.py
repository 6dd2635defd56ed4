"""The options of Triqueta: the starter, and the variant for two."""

from collections.abc import Mapping
from typing import Any, Final

from triqueta_tui.game import SetUp
from triqueta_tui.locale import say
from triqueta_tui.table.who_begins import start_line, start_option, start_words
from triqueta_tui.widgets.form import Line

_VARIANTS: Final = ("standard", "dorra")


class TriquetaOptions(SetUp):
    """The designer's variant is for exactly two."""

    def lines(self, seats: int, options: Mapping[str, Any]) -> list[Line]:
        lines = [start_line(seats, options)]
        if seats == 2:
            words = tuple(map(_variant_words, _VARIANTS))
            lines.append(Line("variant", say("triqueta.set_up.variant"), _VARIANTS, words, _variant(options)))
        return lines

    def options(self, values: Mapping[str, str]) -> dict[str, Any]:
        variant = _variant(values)
        return start_option(values) | ({} if variant == _VARIANTS[0] else {"variant": variant})

    def words(self, options: Mapping[str, Any]) -> list[str]:
        variant = _variant(options)
        return start_words(options) + ([] if variant == _VARIANTS[0] else [_variant_words(variant)])


def _variant(options: Mapping[str, Any]) -> str:
    found = options.get("variant")
    return found if found in _VARIANTS else _VARIANTS[0]


def _variant_words(variant: str) -> str:
    return say(f"triqueta.set_up.variants.{variant}")
