"""What each player has made in a game: stones laid, figures, and the best move of all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from protocol.games.tripitz import Placed
from protocol.games.tripitz_board import CENTRE, Sum


@dataclass
class Tally:
    """Counts what is heard; whoever came late has heard only part of it."""

    placed: list[Placed] = field(default_factory=list)

    def see(self, happenings: Iterable[Struct]) -> None:
        self.placed += [one for one in happenings if isinstance(one, Placed)]

    def is_whole(self, board: Sequence[int | None]) -> bool:
        """Whether every stone on the board but the start stones was seen being laid."""
        return len(self.placed) == sum(piece is not None for piece in board) - len(CENTRE)

    def made_by(self, seat: int) -> Sum:
        """All figures of a seat and its points; the touched stones are those of all its moves."""
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
        """The move with the most points, the first of several."""
        return max(self.placed, key=lambda one: one.sum.points, default=None)
