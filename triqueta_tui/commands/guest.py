"""What a guest of a server's front door can pick on the home screen."""

from triqueta_tui.commands.command import Command


class GoBack(Command):
    """Back to the game that waits."""

    id = "guest.go_back"
    keys = "0"
    footer = False


class Play(Command):
    """A game against bots, right away."""

    id = "guest.play"
    keys = "1,p"
    footer = False


class Tables(Command):
    """Probe at the open tables, and open one."""

    id = "guest.tables"
    keys = "2,t"
    footer = False


class Join(Command):
    """To a table whose code one knows."""

    id = "guest.join"
    keys = "3"
    footer = False


class Watch(Command):
    """Probe on."""

    id = "guest.watch"
    keys = "4,w"
    footer = False


class Rules(Command):
    """How the game is played."""

    id = "guest.rules"
    keys = "5,r"
    footer = False
    palette = False


class Settings(Command):
    """What can be set for this visit."""

    id = "guest.settings"
    keys = "6,s"
    footer = False
    palette = False


class Leave(Command):
    """Leave."""

    id = "guest.leave"
    keys = "7,q"
    footer = False
    palette = False
