"""The whole game once more, move by move, a chapter for each round."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from protocol.games.triqueta import RoundEnded, TowerChosen
from protocol.requests import History
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.help import Close, NextChapter, PreviousChapter
from triqueta_tui.games.triqueta.view_model import TableView
from triqueta_tui.locale import say
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import Line, line, wrapped


class Story(Book):
    """The sentences of a game."""

    def __init__(self, rounds: Sequence[Sequence[str]]) -> None:
        super().__init__(id="book")
        self._rounds = rounds

    def on_mount(self) -> None:
        """Take the keys."""
        self.border_title = say("score.review_title")
        self.focus()

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        """A title and the moves of each round."""
        chapters: list[list[Line]] = []
        for number, sentences in enumerate(self._rounds, 1):
            lines: list[Line] = [line((say("score.review_round", round=number), "title")), ()]
            for sentence in sentences:
                lines += wrapped(line((sentence, "")), cells)
            chapters.append(lines)
        return chapters


class ReviewGame(Screen[None]):
    """Asks the server for the story, so that late comers read all of it too."""

    app = app_of(TriquetaApp)
    CSS_PATH = "review.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NextChapter, PreviousChapter, Close)]

    def __init__(self, now: TableView) -> None:
        super().__init__()
        self._now = now

    def compose(self) -> ComposeResult:
        """Until the story comes, a word of patience."""
        yield Static(say("score.review_waits"), id="patience", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Ask for the story."""
        if self.app.link is not None:
            self.app.link.send(History, table=self._now.table)

    def hear(self, happenings: tuple[Struct, ...]) -> None:
        """The story has come."""
        for patience in self.query("#patience"):
            patience.remove()
            self.mount(Story(by_round(self._now, happenings)))

    def action_next(self) -> None:
        """On to the next round."""
        for story in self.query(Story):
            story.action_next()

    def action_previous(self) -> None:
        """Back to the round before."""
        for story in self.query(Story):
            story.action_previous()

    def action_close(self) -> None:
        """Back to the score pad."""
        self.dismiss()


def by_round(now: TableView, happenings: tuple[Struct, ...]) -> list[list[str]]:
    """The sentences of each round; what follows the last one belongs to it."""
    rounds: list[list[str]] = [[]]
    for one in happenings:
        if isinstance(one, TowerChosen):
            rounds.append([])
        sentence = now.log_text.tell(one)
        if sentence is not None:
            rounds[-1].append(sentence)
        if isinstance(one, RoundEnded):
            rounds[-1].append("")
    return rounds
