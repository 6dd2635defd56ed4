"""The style rules of the apps that tests make are parsed once for each theme, not for each app and screen."""

from collections.abc import Hashable
from typing import Any, Final

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_parse: Final = Stylesheet._parse_rules

_parsed: Final[dict[Hashable, dict[Hashable, list[RuleSet]]]] = {}
"""By the variables of a theme, and by where the rules come from."""


def install() -> None:
    """For all apps of this process."""
    Stylesheet._parse_rules = _parse_rules  # type: ignore[method-assign]


def _parse_rules(self: Any, css: str, read_from: tuple[str, str], *how: Any, **named: Any) -> list[RuleSet]:
    # A theme is another object, never the same one with other variables.
    if getattr(self, "_parsed_for", None) is not self._variables:
        self._parsed_for = self._variables
        self._parsed_before = _parsed.setdefault(frozenset(self._variables.items()), {})
    key = css, read_from, how, tuple(named.items())
    before: dict[Hashable, list[RuleSet]] = self._parsed_before
    if key not in before:
        before[key] = _parse(self, css, read_from, *how, **named)
    return before[key]
