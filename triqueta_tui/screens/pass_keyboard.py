"""Covers the table between the turns of two players at one terminal, so that no secret is seen."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.hot_seat import TAKE_KEYBOARD
from triqueta_tui.locale import say
from triqueta_tui.widgets.footer import Footer


class PassKeyboard(Screen[None]):
    """Opaque, with the name of the next player, who dismisses it."""

    CSS_PATH = "pass_keyboard.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TAKE_KEYBOARD)]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player = name

    def compose(self) -> ComposeResult:
        with Vertical(id="cover"):
            yield Static(say("hot_seat.pass"), id="pass", markup=False)
            yield Static(self._player, id="player", markup=False)
            yield Static(say("hot_seat.look_away"), id="look-away", markup=False)
        yield Footer()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        self.dismiss()
