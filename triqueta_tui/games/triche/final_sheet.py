"""The points of all rounds of a finished game, off the screen."""

from collections.abc import Sequence

from protocol.games.triche import Public
from protocol.mirror import Mirror
from triqueta_tui.game import FinalSheet
from triqueta_tui.games.triche.round_sheet import RoundSheet
from triqueta_tui.table.view_model import TableView

_WIDTH = 68


class TricheSheet(FinalSheet):
    def board(self, mirror: Mirror) -> RoundSheet | None:
        now = TableView.of(mirror)
        if now is None or now.public.scores is None:
            return None
        sheet = RoundSheet()
        sheet.show(now)
        return sheet

    def cells(self, seats: int, *, text: bool) -> tuple[int, int]:
        return _WIDTH, seats + 2

    def points(self, public: Public) -> Sequence[int]:
        return public.points

    def rounds_over(self, public: Public) -> int:
        return len(public.rounds)
