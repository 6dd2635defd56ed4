"""Commands while connecting to a server."""

from triqueta_tui.commands.command import Command

TRY_AGAIN = Command("connecting.try_again", "r,enter")
WATCH_INSTEAD = Command("connecting.watch_instead", "w")
"""Where there is no seat."""
TABLES = Command("connecting.tables", "l")
"""The list of them, where one cannot be entered."""

GIVE_UP = Command("connecting.give_up", "escape,q")
