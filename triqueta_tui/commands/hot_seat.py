"""What can be done at the curtain between two players at one terminal."""

from triqueta_tui.commands.command import Command


class TakeKeyboard(Command):
    id = "hot_seat.open"
    keys = "enter,space"
