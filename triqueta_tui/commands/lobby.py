"""What can be done while one looks at the tables of a server."""

from triqueta_tui.commands.command import Command


class OpenTable(Command):
    id = "lobby.open_table"
    keys = "n"


class Leave(Command):
    id = "lobby.leave"
    keys = "escape,q"
