"""Moving about in a menu, a list or a form."""

from triqueta_tui.commands.command import Command


class Up(Command):
    """One line up."""

    id = "cursor.up"
    keys = "up,k"
    footer = False
    palette = False


class Down(Command):
    """One line down."""

    id = "cursor.down"
    keys = "down,j"
    footer = False
    palette = False


class Before(Command):
    """The value before."""

    id = "cursor.before"
    keys = "left,h"
    palette = False


class After(Command):
    """The next value."""

    id = "cursor.after"
    keys = "right,l"
    palette = False


class Choose(Command):
    """Do what the marked line says."""

    id = "cursor.choose"
    keys = "enter"
    palette = False


class Back(Command):
    """Back to where one came from."""

    id = "cursor.back"
    keys = "escape"
