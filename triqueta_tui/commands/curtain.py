"""What can be done at the curtain between two players at one terminal."""

from triqueta_tui.commands.command import Command


class OpenCurtain(Command):
    """The next player is here."""

    id = "curtain.open"
    keys = "enter,space"
