"""The end of a game of Tripitz: everybody's points and the stones that are left."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.types import CSSPathType
from textual.widgets import Static

from protocol.games.tripitz import Mine, Public
from triqueta_tui.games.tripitz.stone_drawing import Tile, draw_stone, tones
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.result import CSS, ResultScreen, win_words
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas


class FinalRanks(Board):
    """A line for each player, the best first: rank, name, a bar, the total, and stones that were not laid."""

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
            canvas.write(1, y, f"{score.rank}.", self.style_of("dim"))
            canvas.write(4, y, now.names[seat], ink, limit=name - 2)
            halves = max(0, score.total) * bar * 2 // most
            cells = "━" * (halves // 2) + ("╸" if halves % 2 else "")
            canvas.write(name + 3, y, cells, self.style_of("mark" if own else "bar"))
            canvas.write_right(stones - 2, y, str(score.total), ink)
            if stones < canvas.width:
                for place, stone in enumerate(now.public.racks[seat]):
                    draw_stone(canvas, stones + 4 * place, y, stone, Tile.SMALL, colours)


class TripitzResult(ResultScreen[Public, Mine]):
    CSS_PATH: ClassVar[CSSPathType | None] = [CSS, "result.tcss"]

    def compose_sheet(self) -> ComposeResult:
        yield FinalRanks()
        yield Static(self._ending(), id="ending", markup=False)

    def on_mount(self) -> None:
        self.query_one(FinalRanks).show(self.now)

    def winners(self) -> list[int]:
        scores = self.now.public.scores
        assert scores is not None
        return [seat for seat, score in enumerate(scores) if score.rank == 1]

    def headline(self) -> str:
        winners = self.winners()
        return win_words(self.now, winners, self.now.public.points[winners[0]])

    def points_won(self) -> int:
        return self.now.public.points[self.winners()[0]]

    def _ending(self) -> str:
        """Why the game is over."""
        return say(f"tripitz.score.ending.{self.now.public.ending}")
