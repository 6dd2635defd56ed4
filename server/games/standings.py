"""How a game ended for each seat: its points and its place."""

from typing import Any, NamedTuple

from protocol.games.views import PublicView
from server.games.game import AnyRules, Position


class Standing(NamedTuple):
    points: int
    place: int
    """From 1; equal ones share it."""


def standings(rules: AnyRules, position: Position, seats: int) -> tuple[Standing, ...]:
    """By seat, of a game that is over.

    A game that shows ``scores`` (``total``, ``rank`` per seat) says it itself; of any other it is known who
    has won.
    """
    shown: PublicView = rules.public(position)
    scores: Any = getattr(shown, "scores", None)
    if scores is not None:
        return tuple(Standing(score.total, score.rank) for score in scores)
    winners = rules.winners(position)
    return tuple(Standing(0, 1 if seat in winners else 1 + len(winners)) for seat in range(seats))
