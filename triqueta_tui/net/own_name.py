"""The name to greet a server with."""

import getpass

from protocol.text import NAME_CELLS, cells, clean


def own_name(wanted: str) -> str:
    """The name in the settings, or else the person's login name."""
    name = clean(wanted)
    if not name:
        try:
            name = clean(getpass.getuser())
        except (OSError, KeyError):
            name = ""
    while cells(name) > NAME_CELLS:
        name = name[:-1]
    return name or "Player"
