"""Parley on the screen."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from msgspec import Struct
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from tests.fourth_game import words
from tests.fourth_game.words import Mine, Public
from triqueta_tui.commands import TABLE_CHOOSE, TABLE_DOWN, TABLE_UP
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.game import Game, RulesText
from triqueta_tui.locale import say
from triqueta_tui.session.view import TableView
from triqueta_tui.table.game_board import GameTable
from triqueta_tui.table.list_board import ListBoard
from triqueta_tui.table.log_text import LogText, joined, sentence
from triqueta_tui.table.prompt import Keys
from triqueta_tui.table.result_sheet import ResultSheet
from triqueta_tui.themes import CONTRAST, FOREST, SIXTEEN
from triqueta_tui.widgets.prose import Line, line, paragraphs

View = TableView[Public, Mine]


MOST_GIFTS = Command("parley.most", "m")
"""Offer as much as one may."""


class ParleyLogText(LogText):
    def tell(self, event: Struct) -> str | None:
        match event:
            case words.Asked():
                return sentence("parley.log.asked", who=self.who(event.seat), pot=event.pot)
            case words.Settled():
                return sentence("parley.log.settled", who=joined(", ", map(self.who, event.seats)))
        return super().tell(event)


class ParleyResult(ResultSheet[Public, Mine]):
    def compose(self) -> ComposeResult:
        yield Static(" ".join(map(str, self.now.public.points)), id="points")


class ParleyBoard(ListBoard[Public, Mine]):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_CHOOSE, TABLE_UP, TABLE_DOWN, MOST_GIFTS)]

    def compose_main(self) -> ComposeResult:
        yield Static(id="board")

    def draw_view(self, now: View) -> None:
        self.query_one("#board", Static).update(f"{now.public.phase} {now.public.points}")

    def own_prompt(self, now: View, keys: Keys, cells: int) -> str:
        choice = self.chooser.choice
        return say("parley.table.choose", action=choice.action) if choice is not None else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.chooser.open if action == "most" else super().check_action(action, parameters)

    def action_most(self) -> None:
        choice = self.chooser.choice
        if choice is not None and choice.pick is not None:
            self.act(words.Offer(choice.pick.values[-choice.pick.most :]))


class ParleyRulesText(RulesText):
    def titles(self) -> Sequence[str]:
        return [say("parley.rules.title")]

    def chapters(self, cells: int, app: App[Any]) -> Sequence[Sequence[Line]]:
        return [[line((say("parley.rules.title"), "title")), *paragraphs(say("parley.rules.text"), cells)]]


TABLE: Final = GameTable(
    board=ParleyBoard,
    result=ParleyResult,
    log_text=ParleyLogText,
    begins_round=lambda event: isinstance(event, words.Settled),
)

GAME: Final = Game(
    name="parley",
    texts=Path(__file__).with_name("locale"),
    colours={theme: {"gift": "ansi_red"} for theme in (FOREST, CONTRAST, SIXTEEN)},
    load_table=lambda: TABLE,
    load_commands=lambda: sys.modules[__name__],
    load_rules=ParleyRulesText,
)
