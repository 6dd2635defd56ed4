"""A form on a card over an otherwise quiet screen: new game, host, join, watch and the table's rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.getters import app as app_of
from textual.types import CSSPathType
from textual.widgets import Static

from triqueta_tui.client import Client
from triqueta_tui.commands.command import bindings, first_key
from triqueta_tui.commands.cursor import BACK, CHOOSE
from triqueta_tui.locale import say
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.form import Form, Line
from triqueta_tui.widgets.quiet_screen import QuietScreen

Result = TypeVar("Result")


class Card(QuietScreen[Result]):
    """A title, a form, a word of advice, and room for a sentence about what is wrong.

    A subclass uses what was filled in when Enter is pressed: ``on_form_done``.
    """

    app = app_of(Client)
    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).with_name("form_card.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BACK)]

    title_key: str
    """The catalogue key of what the card is about."""
    advice_key: str
    """The catalogue key of what ``CHOOSE`` will do, or what else is good to know."""

    def title_words(self) -> str:
        return say(self.title_key)

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        """The lines of the form, given what is filled in now (nothing at first)."""
        raise NotImplementedError

    def caution(self, now: Mapping[str, str]) -> str:
        """What speaks against what is filled in, though it is allowed; empty if nothing does."""
        return ""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="card", can_focus=False) as card:
            card.border_title = self.title_words()
            yield Form(*self.lines({}), name="form")
            yield Static("", id="caution", markup=False)
            yield Static(self._advice(), id="advice", markup=False)
            yield Static("", id="trouble", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.form.focus()
        self._write("#caution", self.caution(self.form.values))

    @property
    def form(self) -> Form:
        return self.query_one("#form", Form)

    def fail(self, sentence: str) -> None:
        """Say what is wrong with what was filled in."""
        self._write("#trouble", sentence)

    @on(Form.Changed)
    def look_again(self) -> None:
        """Other lines may be asked for now."""
        self.form.put(self.lines(self.form.values))
        self._write("#caution", self.caution(self.form.values))
        self._write("#advice", self._advice())
        self._write("#trouble", "")

    def action_back(self) -> None:
        self.dismiss()

    def _advice(self) -> str:
        return say(self.advice_key, key=first_key(CHOOSE, self.app.settings.keys))

    def _write(self, part: str, words: str) -> None:
        """Only what differs is laid out and painted again: this happens at every letter."""
        static = self.query_one(part, Static)
        if static.content != words:
            static.update(words)
            static.display = bool(words) or part != "#caution"
