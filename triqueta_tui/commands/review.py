"""What can be done while an expert goes through a finished game."""

from typing import Final

from triqueta_tui.commands.command import Command

WATCH = Command("review.watch", "enter", action="watch")
"""See the moment on the table."""

EARLIER = Command("review.earlier", "left,h", action="move(-1)", footer=False)
LATER = Command("review.later", "right,l", action="move(1)")
NEXT = Command("review.next", "down,j", action="costly(1)")
"""Go to the next of the decisions that cost most."""

PREVIOUS = Command("review.previous", "up,k", action="costly(-1)", footer=False)
PAUSE = Command("review.pause", "space")
"""Let the expert stop, or go on."""

WHOSE = Command("review.whose", "w")
"""Whose decisions are told."""

PANES = Command("review.panes", "tab")
"""Decisions, or luck and skill, where there is room for one of them."""

TO_START = Command("review.start", "home,g", action="go(0)", footer=False)
TO_END = Command("review.end", "end,G", action="go(-1)", footer=False)
CLOSE = Command("review.close", "escape,q", action="close")

REVIEW_COMMANDS: Final = (WATCH, LATER, NEXT, PAUSE, WHOSE, PANES, CLOSE, EARLIER, PREVIOUS, TO_START, TO_END)
