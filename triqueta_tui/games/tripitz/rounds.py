"""The rounds of a game as chapters of its history: one begins when the first player is next again."""

from msgspec import Struct

from protocol.games.tripitz import Exchanged, Placed, SatOut
from protocol.happenings import GameBegan


class Rounds:
    """Is told what happened, in order."""

    def __init__(self, start: int | None) -> None:
        """``start`` is the seat that had the first turn."""
        self._start = start
        self._under_way = False

    def begins(self, happening: Struct) -> bool:
        """Whether another round begins here; what comes before the first turn belongs to the first."""
        if isinstance(happening, GameBegan):
            self._under_way = False
        if not isinstance(happening, Placed | Exchanged | SatOut):
            return False
        before, self._under_way = self._under_way, True
        return before and happening.seat == self._start
