"""The score pad of a finished game, off the screen."""

from collections.abc import Sequence

from protocol.games.triqueta import Public
from protocol.mirror import Mirror
from triqueta_tui.game import FinalSheet
from triqueta_tui.games.triqueta.score_pad import ScorePad
from triqueta_tui.table.view_model import TableView

_PICTURE: int = 24
"""Lines for a picture: animals have room for theirs."""

_TEXT: int = 11
"""Lines for a text: one for each animal."""

_WIDEST_TEXT: int = 72
"""Cells that a line of a text has: it is to be read on a screen of 80."""


class TriquetaSheet(FinalSheet):
    def board(self, mirror: Mirror) -> ScorePad | None:
        now = TableView.of(mirror)
        if now is None or now.public.scores is None:
            return None
        pad = ScorePad()
        pad.show(now)
        return pad

    def cells(self, seats: int, *, text: bool) -> tuple[int, int]:
        wide, high = ScorePad.cells(seats), ScorePad.lines(_TEXT if text else _PICTURE, over=True)
        return (min(wide, _WIDEST_TEXT) if text else wide), high

    def points(self, public: Public) -> Sequence[int]:
        return public.points

    def rounds_over(self, public: Public) -> int:
        return public.round - (public.phase not in {"tower", "reveal", "over"})
