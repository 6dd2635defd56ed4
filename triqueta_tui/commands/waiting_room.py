"""What can be done in a table's waiting room."""

from triqueta_tui.commands.command import Command


class Ready(Command):
    """Say that the game may begin, or take it back."""

    id = "rooms.ready"
    keys = "r"


class Start(Command):
    """Begin the game (host)."""

    id = "rooms.start"
    keys = "s"


class AddBot(Command):
    """Put a bot on an open seat (host)."""

    id = "rooms.add_bot"
    keys = "b"


class ChangeLevel(Command):
    """Let another bot play on the marked seat (host)."""

    id = "rooms.change_level"
    keys = "v"


class Remove(Command):
    """Take the marked bot away, or send the marked player home (host)."""

    id = "rooms.remove"
    keys = "x,delete"


class Options(Command):
    """Change the rules of the table (host)."""

    id = "rooms.options"
    keys = "o"


class Talk(Command):
    """Say something to the others."""

    id = "rooms.talk"
    keys = "t"


class Leave(Command):
    """Get up from the table."""

    id = "rooms.leave"
    keys = "escape"
