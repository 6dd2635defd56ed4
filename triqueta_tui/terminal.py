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


Notification = Literal["", "9", "777"]
"""The number of the escape sequence by which a terminal shows a notification on the desktop."""

_NOTIFICATIONS: Final[dict[str, Notification]] = {
    "kitty": "9",
    "iterm": "9",
    "ghostty": "777",
    "wezterm": "777",
    "foot": "777",
    "rxvt": "777",
    "contour": "777",
}
"""By a part of the terminal's name. Many of them know both sequences."""


class Terminal(Struct, frozen=True):
    colours: Colours
    remote: bool
    """Over SSH: animations are off by default."""
    dumb: bool
    """No screen can be drawn."""
    notification: Notification = ""
    """Empty: it has none, or that is not known."""

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Self:
        term = environment.get("TERM", "").casefold()
        return cls(
            colours=_colours(environment, term),
            remote=bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY")),
            dumb=term in {"dumb", "unknown"},
            notification=_notification(environment, term),
        )


def _notification(environment: Mapping[str, str], term: str) -> Notification:
    if term.startswith(("tmux", "screen")):
        return ""  # these do not pass it on
    # LC_TERMINAL comes through SSH where the others do not.
    variables = ("TERM_PROGRAM", "LC_TERMINAL")
    names = " ".join([term, *(environment.get(name, "").casefold() for name in variables)])
    named = next((way for name, way in _NOTIFICATIONS.items() if name in names), None)
    if named is not None:
        return named
    return "777" if environment.get("VTE_VERSION") or environment.get("KONSOLE_VERSION") else ""


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
