"""The end of a game of Tripitz: all points and the stones left."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Static

from triqueta_protocol.games.tripitz import Mine, Placed, Public
from triqueta_protocol.games.tripitz_board import CENTRE, Sum
from triqueta_protocol.mirror import Mirror
from triqueta_tui.game import FinalSheet
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.figure_words import figures, full_sum
from triqueta_tui.games.tripitz.hex_board import HexBoard
from triqueta_tui.games.tripitz.stone_drawing import draw_stone, tones
from triqueta_tui.games.tripitz.stone_words import full_name
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import decimal, ordinal
from triqueta_tui.session.view import TableView
from triqueta_tui.table.result_sheet import ResultSheet
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.players import SIGNS, look


@dataclass
class Tally:
    """Counts moves and figures from the events; incomplete for a late viewer."""

    placed: list[Placed] = field(default_factory=list)

    def see(self, events: Iterable[Struct]) -> None:
        self.placed += [one for one in events if isinstance(one, Placed)]

    def is_whole(self, board: Sequence[int | None]) -> bool:
        """Whether the viewer saw every stone laid, but for the start stones."""
        return len(self.placed) == sum(piece is not None for piece in board) - len(CENTRE)

    def made_by(self, seat: int) -> Sum:
        """All figures and points of a seat; the touched stones of all its moves."""
        own = [one.sum for one in self.placed if one.seat == seat]
        return Sum(
            sum(one.triples for one in own),
            sum(one.quadruples for one in own),
            sum(one.touched for one in own),
            False,
            sum(one.points for one in own),
        )

    def stones(self, seat: int) -> int:
        return sum(one.seat == seat for one in self.placed)

    @property
    def best(self) -> Placed | None:
        """The move with the most points; the first of several."""
        return max(self.placed, key=lambda one: one.sum.points, default=None)


class FinalRanks(Board):
    """A line for each player, best first: rank, name, a bar, the total, and the stones left."""

    def __init__(self) -> None:
        super().__init__(id="ranks")
        self._now: View | None = None

    def show(self, now: View) -> None:
        self._now = now
        self.styles.height = len(now.public.points)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        now = self._now
        if now is None or now.public.scores is None:
            return
        scores, colours = now.public.scores, tones(self.app)
        left = max(len(rack) for rack in now.public.racks)
        stones = canvas.width - 4 * min(left, 7) if canvas.width >= 60 else canvas.width
        name = min(18, canvas.width // 3)
        bar = max(4, stones - name - 11)
        most = max(1, *(score.total for score in scores))
        for y, seat in enumerate(sorted(range(len(scores)), key=lambda one: scores[one].rank)):
            score, own = scores[seat], seat == now.seat
            ink = self.style_of("mark" if own else "strong")
            canvas.write(1, y, ordinal(score.rank), self.style_of("dim"))
            canvas.write(4, y, now.names[seat], ink, limit=name - 2)
            halves = max(0, score.total) * bar * 2 // most
            cells = "━" * (halves // 2) + ("╸" if halves % 2 else "")
            canvas.write(name + 3, y, cells, self.style_of("mark" if own else "bar"))
            canvas.write_right(stones - 2, y, str(score.total), ink)
            if stones < canvas.width:
                for place, stone in enumerate(now.public.racks[seat]):
                    draw_stone(canvas, stones + 4 * place, y, stone, Tile.SMALL, colours)


class TripitzResult(ResultSheet[Public, Mine]):
    def __init__(self, now: View, told: Sequence[Struct] = ()) -> None:
        self._tally = Tally()
        self._tally.see(told)
        super().__init__(now, told)

    def compose_board(self) -> ComposeResult:
        yield HexBoard()

    def compose_sheet(self) -> ComposeResult:
        with Center():
            yield FinalRanks()
        yield Static(self._ending(), id="ending", markup=False)

    def on_mount(self) -> None:
        self.query_one(FinalRanks).show(self.now)
        board = self.query_one(HexBoard)
        if (best := self._tally.best) is not None and self._tally.is_whole(self.now.public.board):
            board.since = {best.cell: (SIGNS[best.seat], look(best.seat, self.now.reader))}
        board.show(self.now.public.board)

    def is_whole(self, told: Sequence[Struct]) -> bool:
        return self._tally.is_whole(self.now.public.board)

    def gains(self, event: Struct) -> Mapping[int, int]:
        return {event.seat: event.sum.points} if isinstance(event, Placed) else {}

    def points_won(self) -> int:
        return self.totals[self.winners[0]]

    def _ending(self) -> str:
        """Why the game is over."""
        return say(f"tripitz.score.ending.{self.now.public.ending}")

    def moments(self) -> list[str]:
        """Statistics of the player's points, and the best move of the game."""
        tally, seat = self._tally, self.now.seat
        if not tally.is_whole(self.now.public.board):
            return []
        told: list[str] = []
        if seat is not None and (stones := tally.stones(seat)):
            made = tally.made_by(seat)
            each = decimal(made.points / stones)
            told.append(plural("tripitz.score.made", stones, figures=figures(made), each=each))
        if (best := tally.best) is not None:
            named = {"who": self.now.names[best.seat], "stone": full_name(best.stone)}
            told += [say("tripitz.score.best", **named), full_sum(best.sum)]
        return [*told, *super().moments()]


_PICTURE, _TEXT = 72, 56
"""Width in cells: a picture has room for the stones left."""


class TripitzScoresheet(FinalSheet):
    def board(self, mirror: Mirror) -> FinalRanks | None:
        now = TableView.of(mirror)
        if now is None or now.public.scores is None:
            return None
        ranks = FinalRanks()
        ranks.show(now)
        return ranks

    def cells(self, seats: int, *, text: bool) -> tuple[int, int]:
        return (_TEXT if text else _PICTURE), seats

    def points(self, public: Public) -> Sequence[int]:
        return public.points
