"""A question with two answers; the first, marked one changes nothing."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.cursor import BACK, PAGE_DOWN, PAGE_UP
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.menu import Entry, Menu


class Answers(Menu):
    """The two answers; they come into sight when the cursor moves, on a screen that is too low for all."""

    def mark(self, at: int) -> None:
        super().mark(at)
        self.scroll_visible(animate=False)


class Question(Screen[bool]):
    """The result is True for the second answer."""

    CSS_PATH = "archive.tcss"
    # The focus would scroll the answers into sight; what is asked is read first.
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BACK, PAGE_UP, PAGE_DOWN)]

    def __init__(self, title: str, question: str, no: str, yes: str) -> None:
        super().__init__()
        self._title, self._question = title, question
        self._answers = (Entry("no", no), Entry("yes", yes))

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="card", can_focus=False) as card:
            card.border_title = self._title
            yield Static(self._question, id="question", markup=False)
            yield Answers(*self._answers, name="answers")
        yield Footer()

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Menu), scroll_visible=False)

    @on(Menu.Picked)
    def answer(self, event: Menu.Picked) -> None:
        self.dismiss(event.entry.name == "yes")

    def action_page_up(self) -> None:
        self.query_one("#card").scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        self.query_one("#card").scroll_page_down(animate=False)

    def action_back(self) -> None:
        self.dismiss(False)
