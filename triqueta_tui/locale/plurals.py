"""The plural category of a whole number, by the rules of CLDR.

https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
"""

from collections.abc import Callable
from typing import Final

Rule = Callable[[int], str]


def _none(_: int) -> str:
    return "other"


def _one(count: int) -> str:
    return "one" if count == 1 else "other"


def _zero_is_one(count: int) -> str:
    return "one" if count in (0, 1) else "other"


def _czech(count: int) -> str:
    return "one" if count == 1 else "few" if 2 <= count <= 4 else "other"


def _few(count: int) -> bool:
    return 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14


def _polish(count: int) -> str:
    return "one" if count == 1 else "few" if _few(count) else "many"


def _russian(count: int) -> str:
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return "few" if _few(count) else "many"


RULES: Final[dict[str, Rule]] = {
    **dict.fromkeys(("id", "ja", "ko", "ms", "th", "vi", "zh"), _none),
    **dict.fromkeys(("fr", "hy", "pt"), _zero_is_one),
    **dict.fromkeys(("cs", "sk"), _czech),
    "pl": _polish,
    **dict.fromkeys(("be", "ru", "uk"), _russian),
}
"""By language; the others have ``one`` for 1 and ``other``."""

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")


def category(language: str, count: int) -> str:
    """The category of a number in a language such as ``de`` or ``zh_Hant``."""
    return RULES.get(language.partition("_")[0], _one)(count)


def categories(language: str) -> frozenset[str]:
    """All that whole numbers need in a language."""
    return frozenset(category(language, count) for count in range(201))
