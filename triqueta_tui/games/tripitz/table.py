"""The table of Tripitz: the board, the racks, the sum under the cursor, and the keys of a turn."""

from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.types import CSSPathType
from textual.widget import Widget

from protocol.games.tripitz import Exchange, Mine, Public, StandBack
from protocol.games.tripitz_board import worked_out
from protocol.mirror import Mirror
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.commands.table import CHOOSE, TABLE_COMMANDS
from triqueta_tui.games.tripitz import prompts
from triqueta_tui.games.tripitz.advice_text import TripitzAdviceText
from triqueta_tui.games.tripitz.board_layout import needed
from triqueta_tui.games.tripitz.chooser import Chooser
from triqueta_tui.games.tripitz.commands import RACK, TURN
from triqueta_tui.games.tripitz.exchange_card import ExchangeCard
from triqueta_tui.games.tripitz.figure_words import brief_sum, whys_none
from triqueta_tui.games.tripitz.figures import Figure, Figures, figures_of
from triqueta_tui.games.tripitz.hex_board import HexBoard
from triqueta_tui.games.tripitz.log_text import TripitzLogText
from triqueta_tui.games.tripitz.rack import Rack
from triqueta_tui.games.tripitz.racks import Racks
from triqueta_tui.games.tripitz.result import TripitzResult
from triqueta_tui.games.tripitz.rounds import round_starts
from triqueta_tui.games.tripitz.scores_card import ScoresCard
from triqueta_tui.games.tripitz.shuffle_check import TripitzShuffleCheck
from triqueta_tui.games.tripitz.spoken_of import last_move, named
from triqueta_tui.games.tripitz.status import TripitzStatus
from triqueta_tui.games.tripitz.stone_words import described
from triqueta_tui.games.tripitz.sum_words import worked
from triqueta_tui.games.tripitz.table_layout import side_cells, sizes
from triqueta_tui.games.tripitz.tally import Tally
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.settings import Help
from triqueta_tui.table.prompt import Keys, Prompt, fitting
from triqueta_tui.table.screen import CSS, TableScreen

_AROUND: Final = 4
"""Lines of status, prompt and footer."""

Tried = tuple[int, int]
"""A stone and a cell."""


class TripitzTable(TableScreen[Public, Mine]):
    CSS_PATH: ClassVar[CSSPathType | None] = [CSS, "table.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*TURN, *TABLE_COMMANDS)]
    LOG_TEXT = TripitzLogText
    ADVICE_TEXT = TripitzAdviceText
    STATUS = TripitzStatus
    SHUFFLE_CHECK = TripitzShuffleCheck

    status: TripitzStatus

    def __init__(self, mirror: Mirror) -> None:
        super().__init__(mirror)
        self.chooser = Chooser()
        self.board = HexBoard()
        self.figures = Figures()
        self.rack = Rack()
        self.racks = Racks()
        self.tally = Tally()
        self._given: frozenset[int] = frozenset()
        """In a replay: the stones that are exchanged next."""
        self._tried: Tried | None = None
        """What the player has tried in vain, which is explained whatever the help."""

    def compose_main(self) -> ComposeResult:
        yield self.board
        yield self.figures
        yield self.rack

    def compose_side(self) -> ComposeResult:
        yield self.racks

    def titles(self) -> dict[Widget, str]:
        return {self.racks: say("tripitz.table.racks.title")}

    def share_out(self, width: int, height: int) -> None:
        lines = height - _AROUND if height >= 12 else height - _AROUND + 1
        side = side_cells(width, lines)
        self.set_side(side)
        self.status.with_points = not side
        self.prompt.styles.height = 2 if height >= 12 else 1
        tile, rack = sizes(width - side, lines)
        if self.now is not None and self.now.seat is None:
            rack = 1  # watchers have no stones
        spare = lines - rack - needed(tile)[1]
        self.figures.styles.height = min(6, spare) if spare >= 3 else 0
        self.rack.styles.height = rack
        if self.now is not None:
            self.racks.styles.height = self.racks.lines(self.now) + 1
        self.logs[0].styles.height = 0 if side or lines < 16 else min(3, max(0, spare - 6))

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        self.tally.see(happenings)
        super().show(mirror, happenings)

    def hear(self, happenings: tuple[Struct, ...]) -> None:
        self.recount(happenings)
        super().hear(happenings)

    def recount(self, story: Sequence[Struct]) -> None:
        self.tally = Tally()
        self.tally.see(story)

    def draw_board(self, now: View) -> None:
        self.racks.show(now)

    # A turn

    def offer(self, now: View) -> None:
        self._tried = None
        self.chooser.help = self._help(now)
        self.chooser.renew(now)

    def point_at(self, action: Struct) -> None:
        self.leaving, self.notice, self._tried = False, "", None
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
        chooser, board, public = self.chooser, self.board, now.public
        chooser.help = self._help(now)
        board.cursor = chooser.cell if chooser.shown and not self._given else None
        board.ghost = chooser.stone
        board.last = public.last.cell if public.last is not None else None
        free = chooser.open and not self._given and not chooser.fits
        board.wrong = free and (chooser.help != "nothing" or self._is_tried)
        board.marks = chooser.marks
        titles, figures = self._told(now)
        counted = (cell for figure in figures if figure.counts for cell in figure.cells)
        board.lit = frozenset(chooser.swap_cells if chooser.swapping else counted)
        board.show(public.board)
        self.figures.show(titles, figures)
        self._draw_rack(now, keys)

    def _draw_rack(self, now: View, keys: Keys) -> None:
        chooser, rack = self.chooser, self.rack
        rack.stones = chooser.rack
        rack.keys = [keys.of(command) for command in RACK]
        rack.fresh = chooser.fresh
        rack.cursor = None if not chooser.shown else chooser.joker if chooser.swapping else chooser.at
        rack.lifted = frozenset() if rack.cursor is None else frozenset({rack.cursor})
        if self._given:
            rack.cursor = None
            rack.lifted = frozenset(place for place, piece in enumerate(rack.stones) if piece in self._given)
        gains = [chooser.best_gain(piece) for piece in chooser.rack] if chooser.help == "points" else []
        rack.notes = [f"+{gain}" if gain else "" for gain in gains]
        rack.words = say(f"tripitz.table.rack.{'watching' if now.seat is None else 'empty'}")
        rack.redraw()

    @property
    def _is_tried(self) -> bool:
        return self._tried is not None and self._tried == (self.chooser.stone, self.chooser.cell)

    def _told(self, now: View) -> tuple[tuple[str, ...], list[Figure]]:
        """What is spoken of below the board: the placement under the cursor, or the last move."""
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
            return named(stone), figures_of(public.board, cell, stone, one_per_axis=public.one_per_axis)
        return last_move(now, public.last) if public.last is not None else ((), [])

    def own_prompt(self, now: View, keys: Keys, cells: int) -> str:
        return prompts.own_turn(self.chooser, keys, cells, prompts.ending(now, self.chooser))

    def others_prompt(self, now: View) -> str:
        return prompts.others_turn(now, self.chooser, self.size.width - Prompt.MARGIN)

    def footer_word(self, command: Command) -> str:
        if command is not CHOOSE:
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
                say("tripitz.table.fetched", stone=described(piece))
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
                return fitting(cells, worked(made), brief_sum(made))
        return fitting(cells, *whys_none(public.board, cell, stone))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        chooser = self.chooser
        match action:
            case "choose":
                return chooser.open and not self.leaving
            case "next_cell":
                return chooser.open
            case "next_stone":
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
            case "back" if chooser.swapping:
                return True
        if action.startswith("go_"):
            return chooser.open or chooser.can_look
        return super().check_action(action, parameters)

    def why_not_now(self, action: str, parameters: tuple[object, ...]) -> str:
        return prompts.why_not(self.now, self.chooser, action) if self.now is not None else ""

    def action_go_up(self) -> None:
        self.chooser.climb(-1)
        self._changed()

    def action_go_down(self) -> None:
        self.chooser.climb(1)
        self._changed()

    def action_go_left(self) -> None:
        self._step("left")

    def action_go_right(self) -> None:
        self._step("right")

    def action_go_up_left(self) -> None:
        self._step("up_left")

    def action_go_up_right(self) -> None:
        self._step("up_right")

    def action_go_down_left(self) -> None:
        self._step("down_left")

    def action_go_down_right(self) -> None:
        self._step("down_right")

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

    def action_back(self) -> None:
        if self.chooser.swapping and not self.leaving:
            self.chooser.swap()
        super().action_back()

    def action_exchange(self) -> None:
        self._open_exchange(())

    def _open_exchange(self, marked: Collection[int]) -> None:
        """Let stones be chosen, with some of them marked already."""
        exchange = self.chooser.exchange
        if self.now is None or exchange is None:
            return
        now, most = self.now, exchange.pick.most if exchange.pick is not None else 1
        stones = self.chooser.rack
        places = frozenset(place for place, stone in enumerate(stones) if stone in marked)

        def make() -> ExchangeCard:
            card = ExchangeCard(now, stones, most, self.send)
            card.rack.lifted = places
            return card

        self.open_once(ExchangeCard, make)

    def action_stand_back(self) -> None:
        self.leaving, self.notice = False, ""
        self.send(StandBack())
        self.draw_choices()

    def action_choose(self) -> None:
        """Lay the chosen stone where the cursor stands; where that is not allowed, say why."""
        action = self.chooser.press()
        if action is not None:
            self.leaving, self.notice = False, ""
            self.send(action)
        else:
            self._explain()
        self.draw_choices()

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
        now, chooser = self.now, self.chooser
        if now is None:
            return
        self.leaving = False
        if chooser.swapping:
            self.notice = say("tripitz.errors.not_enclosed")
        elif chooser.stone is None:
            self.notice = say("tripitz.table.why.joker")
        else:
            self._tried = (chooser.stone, chooser.cell)
            self.notice = prompts.tried(chooser.stone, self.size.width - Prompt.MARGIN)

    def _step(self, way: str) -> None:
        self.chooser.step(way)
        self._changed()

    def _changed(self) -> None:
        self.chooser.look()
        self.leaving, self.notice, self._tried = False, "", None
        self.draw_choices()

    # Cards over the table

    def open_scores(self, now: View) -> None:
        self.app.push_screen(ScoresCard(now))

    @classmethod
    def round_starts(cls, story: Sequence[tuple[Struct, ...]]) -> list[int]:
        return round_starts(story)

    def make_result(self, now: View) -> TripitzResult:
        return TripitzResult(now, self.shuffle_check.verdict(now), self.make_log, self.tally)
