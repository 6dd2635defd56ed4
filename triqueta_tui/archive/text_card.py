"""The text of a game to read and to copy: for a chat, and for guests, who have no files here."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.client import Client
from triqueta_tui.commands.command import bindings, first_key
from triqueta_tui.commands.help import CLOSE
from triqueta_tui.commands.my_games import COPY
from triqueta_tui.locale import say
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import Line, line, wrapped


class TextPages(Book):
    """The text as it is: lines that are aligned with each other stay so if they fit."""

    def __init__(self, text: str) -> None:
        super().__init__(id="book")
        self._text = text

    def on_mount(self) -> None:
        self.border_title = say("exports.text.card")
        self.focus()

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        return [[part for one in self._text.split("\n") for part in wrapped(line((one, "")), cells)]]


class TextCard(Screen[None]):
    app = app_of(Client)
    CSS_PATH = "archive.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(COPY, CLOSE)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield TextPages(self._text)
        key = first_key(COPY, self.app.settings.keys)
        words = "exports.text.how" if self.app.writes_files else "exports.text.how_guest"
        yield Static(say(words, key=key), id="how", markup=False)
        yield Footer()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._text)
        self.notify(say("exports.text.copied"), timeout=8, markup=False)

    def action_close(self) -> None:
        self.dismiss()
