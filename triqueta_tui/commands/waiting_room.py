"""Commands of the waiting room."""

from triqueta_tui.commands.command import Command

READY = Command("rooms.ready", "r")
START = Command("rooms.start", "s")
ADD_BOT = Command("rooms.add_bot", "b")
CHANGE_LEVEL = Command("rooms.change_level", "v")
REMOVE = Command("rooms.remove", "x,delete")
OPTIONS = Command("rooms.options", "o")
TALK = Command("rooms.talk", "t", priority=True)
SIT_IN = Command("rooms.sit_in", "p")
"""Free the seat of somebody who is away."""

SIT_DOWN = Command("rooms.sit_down", "i")
"""From watching to playing."""

LEAVE = Command("rooms.leave", "escape")
