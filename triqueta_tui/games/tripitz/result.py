"""The end of a game of Tripitz: everybody's points and the stones that are left."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Center
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Static

from protocol.games.tripitz import Mine, Public
from triqueta_tui.games.tripitz.stone_drawing import Tile, draw_stone, tones
from triqueta_tui.games.tripitz.stone_words import described
from triqueta_tui.games.tripitz.sum_words import figures, worked
from triqueta_tui.games.tripitz.tally import Tally
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.table.result import CSS, ResultScreen, win_words
from triqueta_tui.table.shuffle_check import Verdict
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_ROOM_FOR_WORDS: Final = 20
"""From so many lines on there is room for what is good to know besides points."""


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

    def __init__(
        self,
        now: View,
        verdict: Verdict | None,
        story: Callable[[], Screen[None]],
        tally: Tally | None = None,
    ) -> None:
        super().__init__(now, verdict, story)
        self._tally = tally

    def compose_sheet(self) -> ComposeResult:
        with Center():
            yield FinalRanks()
        told = self._told() if self.app.size.height >= _ROOM_FOR_WORDS else []
        yield Static("\n".join([self._ending(), *told]), id="ending", markup=False)

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

    def _told(self) -> list[str]:
        """How the player's points came about, and the best move to learn from."""
        tally, seat = self._tally, self.now.seat
        if tally is None or not tally.is_whole(self.now.public.board):
            return []
        told: list[str] = []
        if seat is not None and (stones := tally.stones(seat)):
            made = tally.made_by(seat)
            each = f"{made.points / stones:.1f}".replace(".", say("tripitz.score.decimal"))
            told.append(plural("tripitz.score.made", stones, figures=figures(made), each=each))
        if (best := tally.best) is not None:
            named = {"who": self.now.names[best.seat], "stone": described(best.stone)}
            told += [say("tripitz.score.best", **named), worked(best.sum)]
        return told
