"""What can be picked on the home screen, by its number in the menu or by a letter.

Somebody at their own machine and a guest of a server have different menus made of the same commands.
"""

from triqueta_tui.commands.command import Command

GO_BACK = Command("home.go_back", "0", footer=False)
CHOOSE_GAME = Command("home.game", "g", footer=False)
PLAY = Command("home.play", "p", footer=False)
NEW_GAME = Command("home.new_game", "n", footer=False)
HOST = Command("home.host", "o", footer=False)
TABLES = Command("home.tables", "l", footer=False)
"""The tables of the server that a guest's client is bound to."""

JOIN = Command("home.join", "c", footer=False)
WATCH = Command("home.watch", "w", footer=False)
MY_GAMES = Command("home.my_games", "m", footer=False)
RULES = Command("home.rules", "r", footer=False, palette=False)
SETTINGS = Command("home.settings", "s", footer=False, palette=False)
LEAVE = Command("home.leave", "q", footer=False, palette=False)
