"""The player's name: from the settings, or the login name."""

import getpass
from typing import Final

from triqueta_protocol.text import NAME_CELLS, cells, clean
from triqueta_tui.locale import say

_SHARED: Final = frozenset(
    {"root", "admin", "administrator", "user", "guest", "nobody", "ubuntu", "debian", "fedora", "pi", "test"}
)
"""Login names of accounts, not of people."""


def own_name(wanted: str) -> str:
    """What the player is called; ``wanted`` is the name in the settings."""
    return known_name(wanted) or say("app.nameless")


def known_name(wanted: str) -> str:
    """The name in the settings, or the login name; empty if neither tells who the player is."""
    name = clean(wanted) or _login_name()
    while cells(name) > NAME_CELLS:
        name = name[:-1]
    return name


def _login_name() -> str:
    try:
        name = clean(getpass.getuser())
    except (OSError, KeyError):
        return ""
    return "" if name.casefold() in _SHARED else name
