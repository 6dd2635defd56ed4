"""The rules of a game (F1)."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.help import CLOSE, CLOSE_RULES, NEXT_CHAPTER, PREVIOUS_CHAPTER
from triqueta_tui.commands.practice import PRACTISE
from triqueta_tui.game import Game, RulesText
from triqueta_tui.locale import say
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.chapter_list import Contents
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import Line


class RulesBook(Book):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NEXT_CHAPTER, PREVIOUS_CHAPTER)]
    TURNS = True

    def __init__(self, text: RulesText) -> None:
        super().__init__(id="book")
        self._text = text

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        return self._text.chapters(cells, self.app)


class RulesScreen(Screen[None]):
    CSS_PATH = "rules.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PRACTISE, CLOSE, CLOSE_RULES)]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game.name
        self._text = game.load_rules()

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(say(f"{self._game}.rules.title"), id="title", markup=False)
            yield Static(say(f"{self._game}.rules.motto"), id="motto", markup=False)
            place = Static(self._place(0), id="place", markup=False)
            # As wide as the longest number needs: it is not laid out again for each chapter.
            place.styles.min_width = max(cell_len(self._place(at)) for at in range(len(self._text.titles())))
            yield place
        with Horizontal(id="body"):
            yield Contents(list(self._text.titles()))
            yield RulesBook(self._text)
        yield Footer()

    @on(Book.Turned)
    def show_place(self, event: Book.Turned) -> None:
        self.query_one("#place", Static).update(self._place(event.chapter), layout=False)
        self.query_one(Contents).mark(event.chapter)

    @on(Contents.Picked)
    def turn(self, event: Contents.Picked) -> None:
        self.query_one(RulesBook).turn_to(event.chapter)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only some games have exercises."""
        return self._text.practice is not None if action == "practise" else True

    def action_practise(self) -> None:
        if self._text.practice is not None:
            self.app.push_screen(self._text.practice())

    def action_close(self) -> None:
        self.dismiss()

    def _place(self, chapter: int) -> str:
        return say("help.chapter_place", number=chapter + 1, count=len(self._text.titles()))
