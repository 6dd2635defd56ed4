"""What can be done on every screen."""

from triqueta_tui.commands.command import Command

QUIT = Command("app.quit", "ctrl+c,ctrl+q", footer=False, priority=True)
OPEN_PALETTE = Command(
    "app.palette", "ctrl+p", action="command_palette", footer=False, palette=False, priority=True
)
REDRAW = Command("app.redraw", "ctrl+l", footer=False, priority=True)
