"""What can be picked on the home screen."""

from triqueta_tui.commands.command import Command


class GoBack(Command):
    """Back to the game that waits."""

    id = "home.go_back"
    keys = "0"
    footer = False


class Play(Command):
    """A game against bots, right away."""

    id = "home.play"
    keys = "1,p"
    footer = False


class NewGame(Command):
    """Choose who plays, then begin."""

    id = "home.new_game"
    keys = "2,n"
    footer = False


class Host(Command):
    """Open a table for friends."""

    id = "home.host"
    keys = "3"
    footer = False


class Join(Command):
    """Take a seat at somebody's table."""

    id = "home.join"
    keys = "4"
    footer = False


class Watch(Command):
    """Probe on."""

    id = "home.watch"
    keys = "5,w"
    footer = False


class Rules(Command):
    """How the game is played."""

    id = "home.rules"
    keys = "6,r"
    footer = False
    palette = False


class Settings(Command):
    """What can be set."""

    id = "home.settings"
    keys = "7,s"
    footer = False
    palette = False


class Leave(Command):
    """Leave the program."""

    id = "home.leave"
    keys = "8,q"
    footer = False
    palette = False
