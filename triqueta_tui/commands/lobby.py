"""What can be done while one looks at the tables of a server."""

from triqueta_tui.commands.command import Command


class OpenTable(Command):
    """Open a table of one's own here."""

    id = "lobby.open_table"
    keys = "n"


class Leave(Command):
    """Back to the home screen."""

    id = "lobby.leave"
    keys = "escape,q"
