"""What can be done while one types on the chat line."""

from triqueta_tui.commands.command import Command


class Say(Command):
    """Say what was typed."""

    id = "chat.say"
    keys = "enter"
    palette = False


class Hush(Command):
    """Back to the table without saying it."""

    id = "chat.hush"
    keys = "escape,tab"
    palette = False
