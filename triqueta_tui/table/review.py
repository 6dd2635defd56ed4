"""The history of a game to read again, a chapter for each round."""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from protocol.requests import History
from triqueta_tui.client import Client
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.help import CLOSE, NEXT_CHAPTER, PREVIOUS_CHAPTER
from triqueta_tui.locale import say
from triqueta_tui.table.log_text import LogText
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import Line, line, pieces_of, wrapped


class Rounds(Protocol):
    def begins_round(self, happening: Struct) -> bool: ...

    def ends_round(self, happening: Struct) -> bool: ...


class Story(Book):
    def __init__(self, rounds: Sequence[Sequence[str]]) -> None:
        super().__init__(id="book")
        self._rounds = rounds

    def on_mount(self) -> None:
        self.border_title = say("score.review_title")
        self.focus()

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        chapters: list[list[Line]] = []
        for number, sentences in enumerate(self._rounds, 1):
            lines: list[Line] = [line((say("score.review_round", round=number), "title")), ()]
            for sentence in sentences:
                lines += wrapped(pieces_of(sentence), cells)
            chapters.append(lines)
        return chapters


class ReviewGame(Screen[None]):
    """Asks the server for the history, so that late comers can read all of it, too."""

    app = app_of(Client)
    CSS_PATH = "review.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NEXT_CHAPTER, PREVIOUS_CHAPTER, CLOSE)]

    def __init__(self, text: LogText, rounds: Rounds) -> None:
        super().__init__()
        self._text = text
        self._rounds = rounds

    def compose(self) -> ComposeResult:
        yield Static(say("score.review_waits"), id="loading", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        if self.app.link is not None:
            self.app.link.send(History, table=self._text.view.table)

    def hear(self, happenings: tuple[Struct, ...]) -> None:
        for loading in self.query("#loading"):
            loading.remove()
            self.mount(Story(by_round(self._text, self._rounds, happenings)))

    def action_next(self) -> None:
        for story in self.query(Story):
            story.action_next()

    def action_previous(self) -> None:
        for story in self.query(Story):
            story.action_previous()

    def action_close(self) -> None:
        self.dismiss()


def by_round(text: LogText, rounds: Rounds, happenings: tuple[Struct, ...]) -> list[list[str]]:
    """The sentences of each round; what follows the last round belongs to it."""
    told: list[list[str]] = [[]]
    for one in happenings:
        if rounds.begins_round(one):
            told.append([])
        sentence = text.tell(one)
        if sentence is not None:
            told[-1].append(sentence)
        if rounds.ends_round(one):
            told[-1].append("")
    return told
