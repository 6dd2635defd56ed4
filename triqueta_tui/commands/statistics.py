"""Commands of the statistics."""

from triqueta_tui.commands.command import Command

NEXT = Command("statistics.next", "right,l,tab")
PREVIOUS = Command("statistics.previous", "left,h,shift+tab")
FORGET = Command("statistics.forget", "f")
"""Have the server forget the player."""

LEAVE = Command("statistics.leave", "escape,q,s")
