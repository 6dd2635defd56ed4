"""Commands of the lobby."""

from triqueta_tui.commands.command import Command

OPEN_TABLE = Command("lobby.open_table", "n")
MY_GAMES = Command("lobby.my_games", "m")
LEADERBOARD = Command("lobby.leaderboard", "b")
LEAVE = Command("lobby.leave", "escape,q")
