"""The end of a game of Triqueta: the score pad."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.types import CSSPathType

from protocol.games.triqueta import Mine, Public, SeatScore
from triqueta_tui.games.triqueta.score_pad import ScorePad
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.result import CSS, ResultScreen, win_words
from triqueta_tui.table.shuffle_check import Verdict

_AROUND = 5
"""Lines around the pad: the headline, the notes below it, and the footer."""


class FinalScoresheet(ResultScreen[Public, Mine]):
    CSS_PATH: ClassVar[CSSPathType | None] = [CSS, "final_scoresheet.tcss"]
    NOTES_FROM = 18

    def __init__(self, now: View, verdict: Verdict | None, story: Callable[[], Screen[None]]) -> None:
        super().__init__(now, verdict, story)
        self.pad = ScorePad()

    def compose_sheet(self) -> ComposeResult:
        # Its height is right from the first frame on.
        self._fit(self.app.size.height)
        yield self.pad

    @property
    def _scores(self) -> tuple[SeatScore, ...]:
        scores = self.now.public.scores
        assert scores is not None
        return scores

    def on_mount(self) -> None:
        self.pad.show(self.now)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.height)

    def _fit(self, height: int) -> None:
        tight = height < self.NOTES_FROM
        self.set_class(tight, "-tight")
        self.pad.styles.height = ScorePad.lines(height - (2 if tight else _AROUND), over=True)

    def winners(self) -> list[int]:
        return [seat for seat, score in enumerate(self._scores) if score.rank == 1]

    def points_won(self) -> int:
        return self._scores[self.winners()[0]].total

    def headline(self) -> str:
        winners = self.winners()
        points = self._scores[winners[0]].total
        words = win_words(self.now, winners, points)
        tied = len(winners) == 1 and sum(score.total == points for score in self._scores) > 1
        return f"{words}\n{say('triqueta.score.tie_break')}" if tied else words
