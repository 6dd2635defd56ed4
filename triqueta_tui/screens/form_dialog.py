"""A dialog with a form: new game, host, join, watch and table settings."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.getters import app as app_of
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import CURSOR_BACK, CURSOR_CHOOSE
from triqueta_tui.commands.command import bindings, first_key
from triqueta_tui.locale import say
from triqueta_tui.widgets.buttons import Buttons
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.form import Form, Line
from triqueta_tui.widgets.menu import Entry

Result = TypeVar("Result")


class FormDialog(Screen[Result]):
    """A title, a form, advice, and a line for errors.

    A subclass handles Enter with ``on_form_done``.
    """

    app = app_of(TriquetaApp)
    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).with_name("form_dialog.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_BACK)]

    title_key: str
    """The catalogue key of the title."""
    advice_key: str
    """The catalogue key of the advice, such as what ``CHOOSE`` does."""
    done_key: str = ""
    """The catalogue key of the word on the button that finishes the form; empty for no button."""

    def title_words(self) -> str:
        return say(self.title_key)

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        """The lines of the form for the current values (none at first)."""
        raise NotImplementedError

    def caution(self, now: Mapping[str, str]) -> str:
        """A warning about values that are allowed; empty if there is none."""
        return ""

    def compose(self) -> ComposeResult:
        # A long form scrolls above what belongs to all of it; of a short one all is in sight.
        self.set_class(bool(self.done_key), "-long")
        with Vertical(id="dialog") as dialog:
            dialog.border_title = self.title_words()
            with VerticalScroll(id="lines", can_focus=False):
                yield Form(*self.lines({}), name="form", done=say(self.done_key or "rooms.done.ok"))
            yield Static("", id="caution", markup=False)
            yield Static(self._advice(), id="advice", markup=False)
            yield Static("", id="trouble", markup=False)
            if self.done_key:
                key = first_key(CURSOR_CHOOSE, self.app.settings.keys)
                yield Buttons(Entry("done", say(self.done_key), key), focus=False)
        yield Footer()

    def on_mount(self) -> None:
        self.form.focus()
        self._write("#caution", self.caution(self.form.values))

    @property
    def form(self) -> Form:
        return self.query_one("#form", Form)

    def fail(self, sentence: str) -> None:
        """Show what is wrong with the values."""
        self._write("#trouble", sentence)
        self.call_after_refresh(self.query_one("#trouble").scroll_visible, animate=False)

    @on(Form.Moved)
    def show_advice(self) -> None:
        self._write("#advice", self._advice())

    @on(Buttons.Picked, "#buttons")
    def finish(self) -> None:
        self.form.action_choose()

    @on(Form.Changed)
    def refresh_lines(self) -> None:
        """The lines may depend on the new value."""
        self.form.set_lines(self.lines(self.form.values))
        self._write("#caution", self.caution(self.form.values))
        self._write("#advice", self._advice())
        self._write("#trouble", "")

    def action_back(self) -> None:
        self.dismiss()

    def _advice(self) -> str:
        selected = self.form.selected if self.is_mounted else None
        if selected is not None and selected.about:
            return selected.about
        return say(self.advice_key, key=first_key(CURSOR_CHOOSE, self.app.settings.keys))

    def _write(self, part: str, words: str) -> None:
        """Update only what differs: this runs at every key press."""
        static = self.query_one(part, Static)
        if static.content != words:
            static.update(words)
            if part != "#advice":
                static.display = bool(words)
