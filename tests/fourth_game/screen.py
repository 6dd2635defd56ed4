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
from tests.fourth_game.words import AnyAction, Mine, Public
from triqueta_protocol.games.views import Choice
from triqueta_tui.commands import TABLE_CHOOSE, TABLE_DOWN, TABLE_UP
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.game import Game, RulesText
from triqueta_tui.locale import say
from triqueta_tui.session.view import TableView
from triqueta_tui.table.game_board import GameBoard, GameTable
from triqueta_tui.table.log_text import LogText, joined, sentence
from triqueta_tui.table.prompt import Keys
from triqueta_tui.table.result import ResultScreen, win_words
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


class ParleyResult(ResultScreen[Public, Mine]):
    def winners(self) -> Sequence[int]:
        points = self.now.public.points
        return [seat for seat, one in enumerate(points) if one == max(points)]

    def headline(self) -> str:
        return win_words(self.now, self.winners(), max(self.now.public.points))

    def compose_sheet(self) -> ComposeResult:
        yield Static(" ".join(map(str, self.now.public.points)), id="points")


class ParleyBoard(GameBoard[Public, Mine]):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_CHOOSE, TABLE_UP, TABLE_DOWN, MOST_GIFTS)]
    choices: tuple[Choice[AnyAction], ...] = ()
    cursor = 0

    def compose_main(self) -> ComposeResult:
        yield Static(id="board")

    def offer(self, now: View) -> None:
        self.choices, self.cursor = (now.mine.choices if now.mine is not None else ()), 0

    def draw_view(self, now: View) -> None:
        self.query_one("#board", Static).update(f"{now.public.phase} {now.public.points}")

    def own_prompt(self, now: View, keys: Keys, cells: int) -> str:
        return say("parley.table.choose", action=self.choices[self.cursor].action) if self.choices else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in {"choose", "up", "down", "most"}:
            return bool(self.choices)
        return super().check_action(action, parameters)

    def action_up(self) -> None:
        self._move(-1)

    def action_down(self) -> None:
        self._move(1)

    def action_choose(self) -> None:
        self.table.decide(self.choices[self.cursor].action)
        self.table.draw_choices()

    def action_most(self) -> None:
        pick = self.choices[self.cursor].pick
        if pick is not None:
            self.table.decide(words.Offer(pick.values[-pick.most :]))

    def _move(self, by: int) -> None:
        self.cursor = (self.cursor + by) % len(self.choices)
        self.table.draw_choices()


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
