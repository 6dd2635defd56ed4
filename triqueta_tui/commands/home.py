"""What can be picked on the home screen, by its number in the menu or by a letter.

Somebody at their own machine and a guest of a server have different menus made of the same commands.
"""

from triqueta_tui.commands.command import Command


class GoBack(Command):
    """Back to the game that waits."""

    id = "home.go_back"
    keys = "0"
    footer = False


class ChooseGame(Command):
    """Another of the games."""

    id = "home.game"
    keys = "g"
    footer = False


class Play(Command):
    """A game against bots, right away."""

    id = "home.play"
    keys = "p"
    footer = False


class NewGame(Command):
    """Choose who plays, then begin."""

    id = "home.new_game"
    keys = "n"
    footer = False


class Host(Command):
    """Open a table for friends."""

    id = "home.host"
    keys = "o"
    footer = False


class Tables(Command):
    """Look at the open tables of the server one is a guest of, and open one."""

    id = "home.tables"
    keys = "l"
    footer = False


class Join(Command):
    """Take a seat at somebody's table."""

    id = "home.join"
    keys = "c"
    footer = False


class Watch(Command):
    """Watch somebody's table."""

    id = "home.watch"
    keys = "w"
    footer = False


class Rules(Command):
    id = "home.rules"
    keys = "r"
    footer = False
    palette = False


class Settings(Command):
    id = "home.settings"
    keys = "s"
    footer = False
    palette = False


class Leave(Command):
    """Leave the program."""

    id = "home.leave"
    keys = "q"
    footer = False
    palette = False
