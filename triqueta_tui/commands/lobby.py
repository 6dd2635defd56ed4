"""Commands of the lobby."""

from triqueta_tui.commands.command import Command

OPEN_TABLE = Command("lobby.open_table", "n")
LEAVE = Command("lobby.leave", "escape,q")
