"""Commands of the guided first game: the offer, and its hints."""

from triqueta_tui.commands.command import Command

START_GUIDED = Command("guided.start", "t", action="start_guided", footer=False)
ACCEPT_GUIDED = Command("guided.yes", "enter,y", action="answer(True)")
DECLINE_GUIDED = Command("guided.no", "escape,n", action="answer(False)")
NEXT_HINT = Command("guided.next", "enter,space", action="close(False)")
SKIP_HINTS = Command("guided.skip", "escape", action="close(True)")
