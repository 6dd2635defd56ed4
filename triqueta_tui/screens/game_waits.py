"""Asks a host who has a seat on the own server already: go back to it, or open a new table."""

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

Choice = Literal["back", "new"]

_CHOICES: Final[tuple[Choice, ...]] = ("back", "new")


class GameWaits(Screen[Choice | None]):
    """The result is None if the person wants neither."""

    CSS_PATH = "game_waits.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BACK)]

    def __init__(self, table: str, game: str) -> None:
        super().__init__()
        self._named = {"table": table, "game": game}

    def compose(self) -> ComposeResult:
        with Vertical(id="card") as card:
            card.border_title = say("rooms.waits.title")
            yield Static(say("rooms.waits.question", **self._named), id="question", markup=False)
            yield Menu(*(self._entry(choice) for choice in _CHOICES), name="choices")
        yield Footer()

    @on(Menu.Picked)
    def answer(self, event: Menu.Picked) -> None:
        self.dismiss(cast("Choice", event.entry.name))

    def action_back(self) -> None:
        self.dismiss(None)

    def _entry(self, choice: Choice) -> Entry:
        return Entry(choice, say(f"rooms.waits.{choice}.word"), note=say(f"rooms.waits.{choice}.note"))
