"""What can be done on every screen."""

from triqueta_tui.commands.command import Command


class Quit(Command, id="app.quit", keys="ctrl+c,ctrl+q", footer=False, priority=True): ...


class OpenPalette(
    Command,
    id="app.palette",
    keys="ctrl+p",
    action="command_palette",
    footer=False,
    palette=False,
    priority=True,
): ...
