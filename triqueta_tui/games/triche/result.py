"""The end of a game of Triché: the points of all rounds."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Center
from textual.types import CSSPathType

from protocol.games.triche import Mine, Public, SeatScore
from triqueta_tui.games.triche.round_sheet import RoundSheet
from triqueta_tui.locale import say
from triqueta_tui.table.result import CSS, ResultScreen, win_words


class TricheResult(ResultScreen[Public, Mine]):
    CSS_PATH: ClassVar[CSSPathType | None] = [CSS, "result.tcss"]

    def compose_sheet(self) -> ComposeResult:
        with Center():
            yield RoundSheet()

    def on_mount(self) -> None:
        self.query_one(RoundSheet).show(self.now)

    def winners(self) -> list[int]:
        return [seat for seat, score in enumerate(self._scores) if score.rank == 1]

    def headline(self) -> str:
        winners = self.winners()
        points = self._scores[winners[0]].total
        words = win_words(self.now, winners, points)
        tied = sum(score.total == points for score in self._scores) > 1
        return f"{words}\n{say('triche.score.tie_break')}" if tied else words

    @property
    def _scores(self) -> tuple[SeatScore, ...]:
        scores = self.now.public.scores
        assert scores is not None
        return scores
