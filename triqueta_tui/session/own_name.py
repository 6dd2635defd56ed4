"""The player's name: from the settings, or the login name."""

import getpass

from triqueta_protocol.text import NAME_CELLS, cells, clean


def own_name(wanted: str) -> str:
    name = clean(wanted)
    if not name:
        try:
            name = clean(getpass.getuser())
        except (OSError, KeyError):
            name = ""
    while cells(name) > NAME_CELLS:
        name = name[:-1]
    return name or "Player"
