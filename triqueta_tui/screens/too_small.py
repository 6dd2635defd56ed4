"""The notice on a terminal that is too small for the table."""

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.locale import say
from triqueta_tui.terminal import SMALLEST


class TooSmall(Screen[None]):
    DEFAULT_CSS = """
    TooSmall { align: center middle; }
    TooSmall Static { width: 100%; height: auto; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        width, height = SMALLEST
        yield Static(say("app.too_small", width=width, height=height), markup=False)
