"""Everybody's points in a finished game, off the screen."""

from collections.abc import Sequence

from protocol.games.tripitz import Public
from protocol.mirror import Mirror
from triqueta_tui.game import FinalSheet
from triqueta_tui.games.tripitz.result import FinalRanks
from triqueta_tui.table.view_model import TableView

_PICTURE, _TEXT = 72, 56
"""Cells across: a picture has room for the stones that are left."""


class TripitzSheet(FinalSheet):
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
