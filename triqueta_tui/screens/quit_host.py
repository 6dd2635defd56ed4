"""Asks a host who closes the program what becomes of the server."""

from typing import ClassVar, Final, Literal, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.cursor import BACK
from triqueta_tui.locale import say
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.menu import Entry, Menu

Fate = Literal["end", "stay"]
"""What becomes of the server that this program has started."""

_FATES: Final[tuple[Fate, ...]] = ("end", "stay")


class QuitHost(Screen[Fate]):
    """The result is None if the program is not to be closed."""

    CSS_PATH = "quit_host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BACK)]

    def compose(self) -> ComposeResult:
        with Vertical(id="card") as card:
            card.border_title = say("quit_host.title")
            yield Static(say("quit_host.question"), id="question", markup=False)
            yield Menu(*(_entry(fate) for fate in _FATES), name="fates")
        yield Footer()

    @on(Menu.Picked)
    def answer(self, event: Menu.Picked) -> None:
        self.dismiss(cast("Fate", event.entry.name))

    def action_back(self) -> None:
        self.dismiss(None)


def _entry(fate: Fate) -> Entry:
    return Entry(fate, say(f"quit_host.fates.{fate}.word"), note=say(f"quit_host.fates.{fate}.note"))
