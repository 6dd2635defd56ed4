"""What can be chosen about a game of Triqueta: the variant, if two play."""

from collections.abc import Mapping
from typing import Any, Final

from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

_VARIANTS: Final = ("standard", "dorra")


class TriquetaChoices:
    """The designer's variant is for exactly two."""

    def lines(self, seats: int, options: Mapping[str, Any]) -> list[Line]:
        """Which rules two players play by."""
        if seats != 2:
            return []
        words = tuple(map(_variant_words, _VARIANTS))
        return [Line("variant", say("rooms.rules.variant"), _VARIANTS, words, _variant(options))]

    def options(self, values: Mapping[str, str]) -> dict[str, Any]:
        """The variant, where it is one."""
        variant = _variant(values)
        return {} if variant == _VARIANTS[0] else {"variant": variant}

    def words(self, options: Mapping[str, Any]) -> list[str]:
        """The variant, where it is one."""
        variant = _variant(options)
        return [] if variant == _VARIANTS[0] else [_variant_words(variant)]


CHOICES: Final = TriquetaChoices()


def _variant(options: Mapping[str, Any]) -> str:
    found = options.get("variant")
    return found if found in _VARIANTS else _VARIANTS[0]


def _variant_words(variant: str) -> str:
    return say(f"rooms.variants.{variant}")
