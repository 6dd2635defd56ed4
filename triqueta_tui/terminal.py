"""What the terminal can do, read from the environment once at the start."""

from collections.abc import Mapping
from typing import Final, Literal, Self

from msgspec import Struct

Colours = Literal["none", "16", "256", "truecolor"]

SMALLEST: Final = (40, 12)
"""The smallest screen a table fits on."""

_SIXTEEN: Final = frozenset({"xterm", "linux", "vt100", "vt220", "ansi", "screen", "cygwin"})

_TRUECOLOR: Final = frozenset({"direct", "truecolor", "kitty", "ghostty"})
"""The ends of names of terminals that have all colours, though COLORTERM does not arrive over SSH."""


class Terminal(Struct, frozen=True):
    colours: Colours
    remote: bool
    """Over SSH: animations are off by default."""
    dumb: bool
    """No screen can be drawn."""

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Self:
        term = environment.get("TERM", "").casefold()
        return cls(
            colours=_colours(environment, term),
            remote=bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY")),
            dumb=term in {"dumb", "unknown"},
        )


def _colours(environment: Mapping[str, str], term: str) -> Colours:
    if environment.get("NO_COLOR") or term in {"dumb", "unknown"}:
        return "none"
    if environment.get("COLORTERM", "").casefold() in {"truecolor", "24bit"}:
        return "truecolor"
    name, _, depth = term.partition("-")
    if depth in _TRUECOLOR:
        return "truecolor"
    if depth in {"16color", "color"}:
        return "16"
    return "16" if name in _SIXTEEN and not depth.endswith("256color") else "256"
