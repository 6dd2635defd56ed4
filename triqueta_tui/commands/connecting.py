"""Commands while connecting to a server."""

from triqueta_tui.commands.command import Command

TRY_AGAIN = Command("connecting.try_again", "r,enter")
GIVE_UP = Command("connecting.give_up", "escape,q")
