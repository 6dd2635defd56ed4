"""A question with two answers; the first, marked one changes nothing."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.cursor import BACK
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.menu import Entry, Menu


class Question(Screen[bool]):
    """The result is True for the second answer."""

    CSS_PATH = "archive.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BACK)]

    def __init__(self, title: str, question: str, no: str, yes: str) -> None:
        super().__init__()
        self._title, self._question = title, question
        self._answers = (Entry("no", no), Entry("yes", yes))

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="card", can_focus=False) as card:
            card.border_title = self._title
            yield Static(self._question, id="question", markup=False)
            yield Menu(*self._answers, name="answers")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    @on(Menu.Picked)
    def answer(self, event: Menu.Picked) -> None:
        self.dismiss(event.entry.name == "yes")

    def action_back(self) -> None:
        self.dismiss(False)
