"""The rules of a game (F1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Region, Size
from textual.getters import app as app_of
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import HELP_CLOSE, HELP_CLOSE_RULES, HELP_NEXT, HELP_PREVIOUS, PRACTICE_OPEN
from triqueta_tui.commands.command import bindings
from triqueta_tui.game import Game, RulesText
from triqueta_tui.locale import say
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import Line


class Contents(Widget):
    COMPONENT_CLASSES: ClassVar[set[str]] = {"contents--here"}

    @dataclass
    class Picked(Message):
        chapter: int

    def __init__(self, titles: list[str]) -> None:
        super().__init__()
        self._titles = titles
        self._here = 0

    def select(self, chapter: int) -> None:
        """Highlight the current chapter; only the two changed lines are painted."""
        before, self._here = self._here, chapter
        self.refresh(Region(0, before, self.size.width, 1), Region(0, chapter, self.size.width, 1))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(map(cell_len, self._titles)) + 4

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._titles)

    def render_line(self, y: int) -> Strip:
        if y >= len(self._titles):
            return Strip.blank(self.size.width, self.rich_style)
        here = y == self._here
        style = self.get_component_rich_style("contents--here") if here else self.rich_style
        words = f"{'▌' if here else ' '} {self._titles[y]}"
        return Strip([Segment(words, style)]).adjust_cell_length(self.size.width, style)

    def on_click(self, event: events.Click) -> None:
        if 0 <= event.y < len(self._titles):
            self.post_message(self.Picked(event.y))


class RulesBook(Book):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HELP_NEXT, HELP_PREVIOUS)]
    TURNS = True

    def __init__(self, text: RulesText) -> None:
        super().__init__(id="book")
        self._text = text

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        return self._text.chapters(cells, self.app)


class RulesScreen(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "rules.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HELP_CLOSE, PRACTICE_OPEN, HELP_CLOSE_RULES)]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game.name
        self._exercises = game.positions is not None
        self._text = game.load_rules()

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(say(f"{self._game}.rules.title"), id="title", markup=False)
            yield Static(say(f"{self._game}.rules.motto"), id="motto", markup=False)
            place = Static(self._place(0), id="place", markup=False)
            # As wide as the longest number, to avoid a new layout for each chapter.
            place.styles.min_width = max(cell_len(self._place(at)) for at in range(len(self._text.titles())))
            yield place
        with Horizontal(id="body"):
            yield Contents(list(self._text.titles()))
            yield RulesBook(self._text)
        yield Footer()

    @on(Book.Turned)
    def show_place(self, event: Book.Turned) -> None:
        self.query_one("#place", Static).update(self._place(event.chapter), layout=False)
        self.query_one(Contents).select(event.chapter)

    @on(Contents.Picked)
    def turn(self, event: Contents.Picked) -> None:
        self.query_one(RulesBook).turn_to(event.chapter)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only some games have exercises."""
        return self._exercises or self._text.practice is not None if action == "practise" else True

    def action_practise(self) -> None:
        if self._text.practice is not None:
            self.app.push_screen(self._text.practice())
        else:
            self.app.navigator.practise(self._game)

    def action_close(self) -> None:
        self.dismiss()

    def _place(self, chapter: int) -> str:
        return say("help.chapter_place", number=chapter + 1, count=len(self._text.titles()))
