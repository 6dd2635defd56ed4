"""Commands of the leaderboard."""

from triqueta_tui.commands.command import Command

NEXT = Command("leaderboard.next", "right,l,tab")
PREVIOUS = Command("leaderboard.previous", "left,h,shift+tab")
TO_ME = Command("leaderboard.own", "o", action="to_me")
"""Mark the own line."""

LEAVE = Command("leaderboard.leave", "escape,q,b")
