"""Commands of the list of finished games."""

from triqueta_tui.commands.command import Command

REPLAY = Command("my_games.replay", "enter")
REVIEW = Command("my_games.review", "e")
EXPORT = Command("my_games.export", "x")
FILTER_GAME = Command("my_games.game", "g", action="filter_game", footer=False)
FILTER_OPPONENT = Command("my_games.opponent", "o", action="filter_opponent", footer=False)
FILTER_RESULT = Command("my_games.result", "w", action="filter_result", footer=False)
STATISTICS = Command("my_games.statistics", "s")
LEADERBOARD = Command("my_games.leaderboard", "b")
IMPORT = Command("my_games.import", "i", action="import_file")
DROP = Command("my_games.drop", "delete,d")
"""Delete a game that came from a file."""

LEAVE = Command("my_games.leave", "escape,q")
COPY = Command("my_games.copy", "c,enter")
"""Put the text of a game on the clipboard."""
