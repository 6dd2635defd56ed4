"""The end of a game of Triqueta: the scoresheet."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.types import CSSPathType

from triqueta_protocol.games.triqueta import Mine, Public
from triqueta_protocol.mirror import Mirror
from triqueta_tui.game import FinalSheet
from triqueta_tui.games.triqueta.paper_scoresheet import PaperScoresheet
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.session.view import TableView
from triqueta_tui.table.result import CSS, ResultScreen
from triqueta_tui.table.shuffle_check import Verdict

_AROUND = 5
"""Lines around the scoresheet: the headline, the notes below it, and the footer."""


class TriquetaResult(ResultScreen[Public, Mine]):
    CSS_PATH: ClassVar[CSSPathType | None] = [CSS, "result.tcss"]
    NOTES_FROM = 18

    def __init__(
        self,
        now: View,
        verdict: Verdict | None,
        story: Callable[[], Screen[None]],
        told: Sequence[Struct] = (),
    ) -> None:
        super().__init__(now, verdict, story, told)
        self.sheet = PaperScoresheet()

    def compose_sheet(self) -> ComposeResult:
        # Set its height before the first frame.
        self._fit(self.app.size.height)
        yield self.sheet

    def on_mount(self) -> None:
        self.sheet.show(self.now)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.height)

    def _fit(self, height: int) -> None:
        tight = height < self.NOTES_FROM
        self.set_class(tight, "-tight")
        self.sheet.styles.height = PaperScoresheet.lines(height - (2 if tight else _AROUND), over=True)

    def points_won(self) -> int:
        points: int = self.scores[self.winners()[0]].total
        return points


_PICTURE: int = 24
"""Lines of a picture, with room for animals."""

_TEXT: int = 11
"""Lines of a text: one for each animal."""

_WIDEST_TEXT: int = 72
"""The width of a text, to be read on a screen of 80 columns."""


class TriquetaScoresheet(FinalSheet):
    def board(self, mirror: Mirror) -> PaperScoresheet | None:
        now = TableView.of(mirror)
        if now is None or now.public.scores is None:
            return None
        sheet = PaperScoresheet()
        sheet.show(now)
        return sheet

    def cells(self, seats: int, *, text: bool) -> tuple[int, int]:
        wide, high = (
            PaperScoresheet.cells(seats),
            PaperScoresheet.lines(_TEXT if text else _PICTURE, over=True),
        )
        return (min(wide, _WIDEST_TEXT) if text else wide), high

    def points(self, public: Public) -> Sequence[int]:
        return public.points

    def rounds_over(self, public: Public) -> int:
        return public.round - (public.phase not in {"tower", "reveal", "over"})
