"""What can be done in a replay."""

from typing import Final

from triqueta_tui.commands.command import Command
from triqueta_tui.commands.table import OPEN_LOG, SHOW_SCORES

FORWARD = Command("replay.forward", "right,l", action="replay_step(1)")
BACK = Command("replay.back", "left,h", action="replay_step(-1)")
PLAY = Command("replay.play", "space", action="replay_play")
"""Go on by itself, or stop."""

OPEN = Command("replay.open", "o", action="replay_open")
"""All secrets open, or as one of the players saw it."""

EYES = Command("replay.eyes", "tab", action="replay_eyes(1)")
"""See it as the next player did."""

EYES_BACK = Command("replay.eyes_back", "shift+tab", action="replay_eyes(-1)", footer=False)
NEXT_ROUND = Command("replay.next_round", "down,j,pagedown", action="replay_round(1)")
PREVIOUS_ROUND = Command("replay.previous_round", "up,k,pageup", action="replay_round(-1)", footer=False)
DECISIVE = Command("replay.decisive", "d", action="replay_decisive")
EXPERT = Command("replay.expert", "e", action="replay_expert")
"""Have the game reviewed."""

SPEED = Command("replay.speed", "f", action="replay_speed")
TO_START = Command("replay.start", "home,g", action="replay_start", footer=False)
TO_END = Command("replay.end", "end,G", action="replay_end", footer=False)
RESULT = Command("replay.result", "enter", action="replay_result")
CLOSE = Command("replay.close", "escape,q", action="replay_close")

REPLAY_COMMANDS: Final = (
    RESULT,
    FORWARD,
    BACK,
    PLAY,
    OPEN,
    CLOSE,
    EYES,
    EYES_BACK,
    NEXT_ROUND,
    PREVIOUS_ROUND,
    DECISIVE,
    EXPERT,
    SPEED,
    TO_START,
    TO_END,
    OPEN_LOG,
    SHOW_SCORES,
)
