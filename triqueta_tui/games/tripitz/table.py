"""The table of Tripitz: the board, the racks, the sum under the cursor, and the keys of a turn."""

from collections.abc import Collection
from pathlib import Path
from typing import ClassVar, Final

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from triqueta_protocol.games.tripitz import (
    Exchange,
    Exchanged,
    LaidStone,
    Mine,
    Placed,
    Public,
    SatOut,
    StandBack,
    Swapped,
)
from triqueta_protocol.games.tripitz_board import worked_out
from triqueta_tui.commands import TABLE_CHOOSE
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.games.tripitz import prompts
from triqueta_tui.games.tripitz.advice_text import TripitzAdviceText
from triqueta_tui.games.tripitz.board_layout import needed
from triqueta_tui.games.tripitz.chooser import Chooser
from triqueta_tui.games.tripitz.commands import RACK, TURN
from triqueta_tui.games.tripitz.dialogs import ExchangeDialog, ScoresDialog
from triqueta_tui.games.tripitz.figure_words import brief_sum, full_sum, refusal_forms
from triqueta_tui.games.tripitz.figures import Figure, Figures, figures_of, last_move_caption, piece_caption
from triqueta_tui.games.tripitz.hex_board import HexBoard
from triqueta_tui.games.tripitz.log_text import TripitzLogText
from triqueta_tui.games.tripitz.racks import Rack, Racks
from triqueta_tui.games.tripitz.result import TripitzResult
from triqueta_tui.games.tripitz.rounds import round_starts
from triqueta_tui.games.tripitz.shuffle_check import TripitzShuffleCheck
from triqueta_tui.games.tripitz.status import TripitzStatus
from triqueta_tui.games.tripitz.stone_words import full_name
from triqueta_tui.games.tripitz.table_layout import side_cells, sizes
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.settings import Help
from triqueta_tui.table.game_board import GameBoard, GameTable, Table
from triqueta_tui.table.prompt import Keys, Prompt, fitting
from triqueta_tui.table.since import since_own_move
from triqueta_tui.widgets.players import SIGNS, lit, look

_AROUND: Final = 4
"""Lines of status, prompt and footer."""

Tried = tuple[int, int]
"""A stone and a cell."""


class TripitzBoard(GameBoard[Public, Mine]):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*TURN)]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.chooser = Chooser()
        self.hexagons = HexBoard()
        self.figures = Figures()
        self.rack = Rack()
        self.racks = Racks()
        self._given: frozenset[int] = frozenset()
        """In a replay: the stones that are exchanged next."""
        self._tried: Tried | None = None
        """What the player has tried in vain, which is explained whatever the help."""

    def compose_main(self) -> ComposeResult:
        yield self.hexagons
        yield self.figures
        yield self.rack

    def compose_side(self) -> ComposeResult:
        yield self.racks

    def titles(self) -> dict[Widget, str]:
        return {self.racks: say("tripitz.table.racks.title")}

    def lay_out(self, width: int, height: int) -> None:
        table = self.table
        lines = height - _AROUND if height >= 12 else height - _AROUND + 1
        side = side_cells(width, lines)
        table.set_side(side)
        assert isinstance(table.status, TripitzStatus)
        table.status.with_points = not side
        table.prompt.styles.height = 2 if height >= 12 else 1
        tile, rack = sizes(width - side, lines)
        if self.now.seat is None:
            rack = 1  # watchers have no stones
        spare = lines - rack - needed(tile)[1]
        self.figures.styles.height = min(6, spare) if spare >= 3 else 0
        self.rack.styles.height = rack
        self.racks.styles.height = self.racks.lines(self.now) + 1
        table.ticker.styles.height = 0 if side or lines < 16 else min(3, max(0, spare - 6))

    def draw_view(self, now: View) -> None:
        since = since_own_move(self.table.feed, (Placed, Swapped, Exchanged, SatOut))
        laid: list[Placed | Swapped | LaidStone] = [one for one in since if isinstance(one, Placed | Swapped)]
        if not since and now.public.last is not None and now.public.last.seat != now.seat:
            # Somebody who has just come knows the last stone only.
            laid.append(now.public.last)
        self.hexagons.since = {one.cell: (SIGNS[one.seat], look(one.seat, now.reader)) for one in laid}
        if self.table.glowing and laid:
            last = laid[-1]
            self.hexagons.since[last.cell] = SIGNS[last.seat], lit(last.seat, now.reader)
        gains = {one.seat: one.sum.points for one in laid if isinstance(one, Placed | LaidStone)}
        self.racks.show(now, gains)

    # A turn

    def offer(self, now: View) -> None:
        self._tried = None
        self.chooser.help = self._help(now)
        self.chooser.renew(now)

    @property
    def unfinished(self) -> bool:
        return self.chooser.swapping

    def cancel(self) -> bool:
        if not self.chooser.swapping:
            return False
        self.chooser.swap()
        return True

    def point_at(self, action: Struct) -> None:
        self.table.clear_notice()
        self._tried = None
        if isinstance(action, Exchange):
            self._open_exchange(action.stones)
        else:
            self.chooser.point_at(action)

    def show_decision(self, action: Struct | None) -> None:
        self._given = frozenset(action.stones if isinstance(action, Exchange) else ())
        if action is not None and not self._given:
            self.point_at(action)

    def forget_views(self) -> None:
        self.chooser = Chooser()

    def remember_view(self, now: View) -> None:
        for seat, rack in enumerate(now.public.racks):
            self.chooser.order.arrange(seat, rack)

    def _help(self, now: View) -> Help:
        """In a race nobody is helped: it is won by who finds a figure first."""
        racing = now.public.phase == "race" and now.replayed is None
        return "nothing" if racing else self.app.settings.help

    def draw_marks(self, now: View, keys: Keys) -> None:
        chooser, board, public = self.chooser, self.hexagons, now.public
        chooser.help = self._help(now)
        board.cursor = chooser.cell if chooser.shown and not self._given else None
        board.ghost = chooser.stone
        board.last = public.last.cell if public.last is not None else None
        free = chooser.open and not self._given and not chooser.fits
        board.wrong = free and (chooser.help != "nothing" or self._is_tried)
        board.marks = chooser.marks
        titles, figures = self._told(now)
        counted = (cell for figure in figures if figure.counts for cell in figure.cells)
        board.bars = not self.app.terminal.remote
        board.lit = frozenset(chooser.swap_cells if chooser.swapping else counted)
        board.show(public.board)
        self.figures.show(titles, figures)
        self._draw_rack(now, keys)

    def _draw_rack(self, now: View, keys: Keys) -> None:
        chooser, rack = self.chooser, self.rack
        rack.pieces = chooser.rack
        rack.keys = [keys.of(command) for command in RACK]
        rack.fresh = chooser.fresh
        rack.cursor = None if not chooser.shown else chooser.joker if chooser.swapping else chooser.at
        rack.selected = frozenset() if rack.cursor is None else frozenset({rack.cursor})
        if self._given:
            rack.cursor = None
            rack.selected = frozenset(
                place for place, piece in enumerate(rack.pieces) if piece in self._given
            )
        gains = [chooser.best_gain(piece) for piece in chooser.rack] if chooser.help == "points" else []
        rack.notes = [f"+{gain}" if gain else "" for gain in gains]
        rack.words = say(f"tripitz.table.rack.{'watching' if now.seat is None else 'empty'}")
        rack.redraw()

    @property
    def _is_tried(self) -> bool:
        return self._tried is not None and self._tried == (self.chooser.stone, self.chooser.cell)

    def _told(self, now: View) -> tuple[tuple[str, ...], list[Figure]]:
        """What is brief_name of below the board: the placement under the cursor, or the last move."""
        chooser, public = self.chooser, now.public
        stone, cell = chooser.stone, chooser.cell
        shown = chooser.help == "points" or self._is_tried
        if (
            chooser.shown
            and not self._given
            and not chooser.swapping
            and stone is not None
            and shown
            and public.board[cell] is None
        ):
            return piece_caption(stone), figures_of(
                public.board, cell, stone, one_per_axis=public.one_per_axis
            )
        return last_move_caption(now, public.last) if public.last is not None else ((), [])

    def own_prompt(self, now: View, keys: Keys, cells: int) -> str:
        return prompts.own_turn(self.chooser, keys, cells, prompts.ending(now, self.chooser))

    def others_prompt(self, now: View) -> str:
        return prompts.others_turn(now, self.chooser, self.screen.size.width - Prompt.MARGIN)

    def footer_word(self, command: Command) -> str:
        if command is not TABLE_CHOOSE:
            return command.word()
        chooser = self.chooser
        kind = "take" if chooser.swapping else "sit_out" if chooser.can_sit_out else "lay"
        return say(f"tripitz.table.key.{kind}")

    def detail(self, now: View, cells: int) -> str:
        """The sum of the placement under the cursor, or why there is none."""
        chooser, public = self.chooser, now.public
        stone, cell = chooser.stone, chooser.cell
        if chooser.swapping:
            piece = public.board[cell]
            return (
                say("tripitz.table.fetched", stone=full_name(piece))
                if chooser.fits and piece is not None
                else ""
            )
        if not chooser.shown or chooser.can_sit_out or stone is None or self._given:
            return ""
        if chooser.help != "points" and not self._is_tried:
            return ""
        if public.board[cell] is None:
            made = worked_out(public.board, cell, stone, one_per_axis=public.one_per_axis)
            if made.points:
                return fitting(cells, full_sum(made), brief_sum(made))
        return fitting(cells, *refusal_forms(public.board, cell, stone))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        chooser = self.chooser
        match action:
            case "choose":
                return chooser.open and not self.table.leaving
            case "next_cell":
                return chooser.open
            case "next_stone" | "go":
                return chooser.open or chooser.can_look
            case "stone":
                may = chooser.open or chooser.can_look
                return may and isinstance(parameters[0], int) and parameters[0] < len(chooser.rack)
            case "exchange":
                return chooser.exchange is not None
            case "swap":
                return bool(chooser.swap_cells)
            case "stand_back":
                return chooser.can_stand_back
        return super().check_action(action, parameters)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> str:
        return prompts.why_not(self.now, self.chooser, action)

    def action_go(self, direction: str) -> None:
        self.chooser.step(direction)
        self._changed()

    def action_next_cell(self) -> None:
        self.chooser.next_cell()
        self._changed()

    def action_next_stone(self) -> None:
        self.chooser.select_next(1)
        self._changed()

    def action_stone(self, place: int) -> None:
        self.chooser.select(place)
        self._changed()

    def action_swap(self) -> None:
        """Choose the stone whose place a joker takes, or leave that."""
        self.chooser.swap()
        self._changed()

    def action_exchange(self) -> None:
        self._open_exchange(())

    def _open_exchange(self, marked: Collection[int]) -> None:
        """Let stones be chosen, with some of them marked already."""
        exchange = self.chooser.exchange
        if exchange is None:
            return
        now, most = self.now, exchange.pick.most if exchange.pick is not None else 1
        stones = self.chooser.rack
        places = frozenset(place for place, stone in enumerate(stones) if stone in marked)

        def make() -> ExchangeDialog:
            dialog = ExchangeDialog(now, stones, most, self.table.decide)
            dialog.preselect(places)
            return dialog

        self.table.dialogs.open_once(ExchangeDialog, make)

    def action_stand_back(self) -> None:
        self.table.clear_notice()
        self.table.decide(StandBack())
        self.table.draw_choices()

    def action_choose(self) -> None:
        """Lay the chosen stone where the cursor stands; where that is not allowed, say why."""
        action = self.chooser.press()
        if action is not None:
            self.table.clear_notice()
            self.table.decide(action)
        else:
            self._explain()
        self.table.draw_choices()

    @on(HexBoard.Pressed)
    def _cell_clicked(self, message: HexBoard.Pressed) -> None:
        """A first click goes to a cell, a second one lays the stone there."""
        if not self.chooser.open and not self.chooser.can_look:
            return
        if message.cell == self.chooser.cell:
            if self.chooser.open:
                self.action_choose()
        else:
            self.chooser.go_to(message.cell)
            self._changed()

    @on(Rack.Pressed)
    def _stone_clicked(self, message: Rack.Pressed) -> None:
        if self.chooser.open or self.chooser.can_look:
            self.action_stone(message.place)

    def _explain(self) -> None:
        """Say why nothing can be laid where the cursor stands. It costs nothing."""
        table, chooser = self.table, self.chooser
        table.leaving = False
        if chooser.swapping:
            table.notice = say("tripitz.errors.not_enclosed")
        elif chooser.stone is None:
            table.notice = say("tripitz.table.why.joker")
        else:
            self._tried = (chooser.stone, chooser.cell)
            table.notice = prompts.tried(chooser.stone, self.screen.size.width - Prompt.MARGIN)

    def _changed(self) -> None:
        self.chooser.look()
        self.table.clear_notice()
        self._tried = None
        self.table.draw_choices()


TABLE: Final = GameTable(
    board=TripitzBoard,
    result=TripitzResult,
    scores=ScoresDialog,
    sheets=(Path(__file__).with_name("table.tcss"),),
    log_text=TripitzLogText,
    advice_text=TripitzAdviceText,
    status=TripitzStatus,
    shuffle_check=TripitzShuffleCheck,
    rounds=round_starts,
)
