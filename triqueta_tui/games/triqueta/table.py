"""The table of Triqueta: rows, hand and scoresheet, towers where there is room, and the keys of a turn."""

from pathlib import Path
from typing import ClassVar, Final

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from triqueta_protocol.games.triqueta import (
    Box,
    Boxed,
    ChooseTower,
    Draw,
    Keep,
    Kept,
    Mine,
    Placed,
    Public,
    Took,
    TowerChosen,
)
from triqueta_tui.commands.command import bindings
from triqueta_tui.games.triqueta import prompts
from triqueta_tui.games.triqueta.advice_text import TriquetaAdviceText
from triqueta_tui.games.triqueta.chooser import Chooser
from triqueta_tui.games.triqueta.commands import BOX_TOKEN, DRAW_TOKEN, KEEP_TOKEN, TURN
from triqueta_tui.games.triqueta.dialogs import Overlays
from triqueta_tui.games.triqueta.hand import Button, Hand
from triqueta_tui.games.triqueta.layout import arrange
from triqueta_tui.games.triqueta.log_text import TriquetaLogText
from triqueta_tui.games.triqueta.paper_scoresheet import PaperScoresheet, ScoresheetDialog
from triqueta_tui.games.triqueta.result import TriquetaResult
from triqueta_tui.games.triqueta.rows import Rows
from triqueta_tui.games.triqueta.scoresheet import Scoresheet
from triqueta_tui.games.triqueta.shuffle_check import TriquetaShuffleCheck
from triqueta_tui.games.triqueta.status import TriquetaStatus
from triqueta_tui.games.triqueta.towers import Towers
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.table.game_board import GameTable, Table
from triqueta_tui.table.list_board import ListBoard
from triqueta_tui.table.prompt import Keys
from triqueta_tui.table.since import since_own_move

_MOVES: Final = (Placed, Took, Kept, Boxed)

_HAND_COMMANDS: Final = {Draw: DRAW_TOKEN, Keep: KEEP_TOKEN, Box: BOX_TOKEN}


class TriquetaBoard(ListBoard[Public, Mine]):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*TURN)]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.chooser: Chooser = Chooser()
        self.rows = Rows()
        self.hand = Hand()
        self.sheet = Scoresheet()
        self.towers = Towers()
        self.pad = PaperScoresheet()
        self._overlays = Overlays(table)

    def compose_main(self) -> ComposeResult:
        yield self.rows
        yield self.hand
        yield self.sheet

    def compose_side(self) -> ComposeResult:
        yield self.towers
        yield self.pad

    def titles(self) -> dict[Widget, str]:
        own = self.now.own
        return {
            self.rows: say("triqueta.table.row.title"),
            self.hand: say("triqueta.table.hand.title" if own else "triqueta.table.hand.turn"),
            self.sheet: say("triqueta.table.sheet.title"),
            self.pad: say("triqueta.table.sheet.title"),
            self.towers: say("triqueta.table.towers.title"),
        }

    def lay_out(self, width: int, height: int) -> None:
        table = self.table
        seats = len(self.now.public.rows)
        pictures = not self.app.has_class("-letters")
        layout = arrange(width, height, seats, seated=self.now.seat is not None, pictures=pictures)
        rule = 1 if layout.ruled else 0
        table.set_class(layout.ruled, "-ruled")
        table.set_side(layout.side)
        self.rows.pictures = pictures
        self.rows.styles.height = seats * layout.rows + rule
        self.hand.pictures = pictures
        self.hand.cut(layout.hand)
        self.rows.cut(width - layout.side, layout.rows)
        self.hand.styles.height = layout.hand + rule
        self.sheet.styles.height = layout.sheet + rule
        self.sheet.display = layout.sheet > 0
        self.pad.display = layout.pad > 0
        table.set_class(layout.pad > 0, "-pad")
        self.pad.styles.height = layout.pad + 1
        table.ticker.styles.height = layout.log
        table.set_class(layout.log > 0, "-log-below")
        self.towers.styles.height = layout.towers + 1
        table.prompt.styles.height = layout.prompt
        self.rows.previews = layout.prompt == 1
        assert isinstance(table.status, TriquetaStatus)
        table.status.towers_shown = layout.side > 0
        self.sheet.titled = layout.ruled

    def draw_view(self, now: View) -> None:
        pictures = not self.app.has_class("-letters")
        for board in (self.rows, self.hand, self.sheet):
            board.pictures = pictures
        self.rows.lights = not self.app.terminal.remote
        self.rows.since = since_own_move(self.table.feed, _MOVES, (TowerChosen,))
        self.rows.glowing = self.table.glowing
        self.towers.show(now.public)
        self.pad.show(now)
        self.sheet.show(now)

    # A turn

    def offer(self, now: View) -> None:
        self.chooser.confirm = self.app.settings.confirm
        super().offer(now)

    @property
    def unfinished(self) -> bool:
        return self.chooser.armed

    def show_decision(self, action: Struct | None) -> None:
        super().show_decision(action)
        self.towers.cursor = action.tower if isinstance(action, ChooseTower) else None
        self.towers.redraw()

    def forget_views(self) -> None:
        self.chooser = Chooser()
        self.rows.forget()

    def remember_view(self, now: View) -> None:
        self.rows.remember(now.public)

    def draw_marks(self, now: View, keys: Keys) -> None:
        chooser = self.chooser
        self.rows.cursor = chooser.row
        self.rows.armed = chooser.row if chooser.armed else None
        self.rows.ghost = now.mine.drawn[0] if chooser.placing and now.mine and now.mine.drawn else None
        self.rows.show(now)
        self.hand.buttons = tuple(
            Button(kind, keys.of(_HAND_COMMANDS[kind]), _HAND_COMMANDS[kind].word())
            for kind in chooser.hand_actions()
        )
        self.hand.cursor = chooser.hand
        self.hand.show(now)

    def own_prompt(self, now: View, keys: Keys, cells: int) -> str:
        return prompts.own_turn(now, self.chooser, keys, cells)

    def others_prompt(self, now: View) -> str:
        return prompts.others_turn(now)

    def detail(self, now: View, cells: int) -> str:
        """What the row under the cursor or a kept token does to scores, or how much is left to draw."""
        if self.chooser.hand is Draw:
            return plural("triqueta.table.prompt.tower_left", now.public.towers[now.public.tower])
        if self.chooser.hand is Keep:
            return prompts.about_keep(now)
        return prompts.about_row(now, self.chooser, cells)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        chooser = self.chooser
        match action:
            case "draw":
                return chooser.offers(Draw)
            case "keep":
                return chooser.offers(Keep)
            case "box":
                return chooser.offers(Box)
            case "row":
                return chooser.open and isinstance(parameters[0], int) and chooser.has_row(parameters[0])
        return super().check_action(action, parameters)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        return prompts.why_not(self.now, action, parameters)

    def action_draw(self) -> None:
        self.act(self.chooser.press_hand(Draw))

    def action_keep(self) -> None:
        self.act(self.chooser.press_hand(Keep))

    def action_box(self) -> None:
        self.act(self.chooser.press_hand(Box))

    def action_row(self, row: int) -> None:
        """Lay the drawn token in a row, or take it."""
        self.act(self.chooser.press_row(row))

    @on(Rows.Pressed)
    def _row_clicked(self, message: Rows.Pressed) -> None:
        self.action_row(message.row)

    @on(Hand.Pressed)
    def _hand_clicked(self, message: Hand.Pressed) -> None:
        self.act(self.chooser.press_hand(message.action))

    # Dialogs over the table

    def open_dialogs(self, now: View, events: tuple[Struct, ...]) -> None:
        self._overlays.open(now, events)


TABLE: Final = GameTable(
    board=TriquetaBoard,
    result=TriquetaResult,
    scores=ScoresheetDialog,
    sheets=(Path(__file__).with_name("table.tcss"),),
    log_text=TriquetaLogText,
    advice_text=TriquetaAdviceText,
    status=TriquetaStatus,
    shuffle_check=TriquetaShuffleCheck,
    begins_round=lambda event: isinstance(event, TowerChosen),
)
