"""What can be done at the curtain between two players at one terminal."""

from triqueta_tui.commands.command import Command


class TakeKeyboard(Command):
    """The next player is here."""

    id = "hot_seat.open"
    keys = "enter,space"
