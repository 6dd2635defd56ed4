"""A question with two answers; the first, preselected one changes nothing."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.commands import CURSOR_BACK, CURSOR_PAGE_DOWN, CURSOR_PAGE_UP
from triqueta_tui.commands.command import bindings
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.menu import Entry, Menu


class Answers(Menu):
    """The two answers; on a low screen they scroll into sight when the cursor moves."""

    def select(self, at: int) -> None:
        super().select(at)
        self.scroll_visible(animate=False)


class Question(Screen[bool]):
    """The result is True for the second answer."""

    CSS_PATH = "archive.tcss"
    # The focus would scroll to the answers; the question is read first.
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_BACK, CURSOR_PAGE_UP, CURSOR_PAGE_DOWN)]

    def __init__(self, title: str, question: str, no: str, yes: str) -> None:
        super().__init__()
        self._title, self._question = title, question
        self._answers = (Entry("no", no), Entry("yes", yes))

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="dialog", can_focus=False) as dialog:
            dialog.border_title = self._title
            yield Static(self._question, id="question", markup=False)
            yield Answers(*self._answers, name="answers")
        yield Footer()

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Menu), scroll_visible=False)

    @on(Menu.Picked)
    def answer(self, event: Menu.Picked) -> None:
        self.dismiss(event.entry.name == "yes")

    def action_page_up(self) -> None:
        self.query_one("#dialog").scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        self.query_one("#dialog").scroll_page_down(animate=False)

    def action_back(self) -> None:
        self.dismiss(False)
