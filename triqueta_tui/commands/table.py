"""Commands of every table, and of the end of every game."""

from typing import Final

from triqueta_tui.commands.command import Command

UP = Command("table.up", "up,k,left,h", footer=False)
DOWN = Command("table.down", "down,j,right,l", footer=False)
CHOOSE = Command("table.choose", "enter,space")
BACK = Command("table.back", "escape")
SHOW_SCORES = Command("table.scores", "s", formerly="table.pad")
TALK = Command("table.talk", "t", priority=True)
DOOR = Command("table.door", "o", footer=False)
OPEN_LOG = Command("table.log", "v")
CLOSE_LOG = Command("table.close_log", "v", action="close", footer=False, palette=False)
"""The key that opens the log closes it, too."""

SIT_IN = Command("table.sit_in", "p")
"""Let a bot play for somebody who is away."""

COACH = Command("table.coach", "e")
"""Ask what an expert would do."""

UNDO = Command("table.undo", "backspace")
"""Take back the last decision, in a game with bots only."""

LEAVE_TABLE = Command("table.leave", "q")
GO_ON = Command("table.go_on", "enter,space,escape")
AGAIN = Command("score.again", "a")
REPLAY = Command("score.replay", "r", formerly="score.review")
EXPERT = Command("score.expert", "e")
"""Have the game reviewed."""

GO_HOME = Command("score.home", "escape,q,h")

SHOW_SERIES = Command("series.show", "s")
CLOSE_SERIES = Command("series.close", "enter,space,escape,s")
LEAVE_SERIES = Command("series.home", "q,h", palette=False)

TABLE_COMMANDS: Final = (BACK, SIT_IN, COACH, UNDO, LEAVE_TABLE, SHOW_SCORES, OPEN_LOG, TALK, DOOR)
"""A game's table binds these after its own."""
