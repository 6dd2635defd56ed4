"""What can be done on the way to a table."""

from triqueta_tui.commands.command import Command


class TryAgain(Command):
    """Go the same way once more."""

    id = "connecting.try_again"
    keys = "r,enter"


class GiveUp(Command):
    """Back to the home screen."""

    id = "connecting.give_up"
    keys = "escape,q"
