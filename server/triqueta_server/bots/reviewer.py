"""What a game provides for the review of finished games: chances over time, luck, and comparing two actions.

A decision is judged from the view of its seat, as a coach would. Chances over time and the luck of draws are
judged with everything open except what is still to be drawn, so they take a position.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from triqueta_server.bots.coach import Weigh
from triqueta_server.bots.search import Difference

Chances = Sequence[float]
"""By seat, to win; together 1."""

Outlook = Callable[[Any, Random], Sequence[Chances]]
"""From a position of a running game to samples of the chances; undrawn pieces are shuffled again."""

Draws = Callable[[Any, int, int, Any, Random], Sequence[Sequence[float]]]
"""From a position, a seat, its action and the position after it to samples of what its draw was worth.

Each sample is by seat: the chance with the real draw, less the chance with another draw. Empty if the action
drew nothing.
"""

Compare = Callable[[Any, Any, int, Random, int, int], Difference]
"""From the views, the seat, a source of randomness and two actions to how much more the first is worth."""

Same = Callable[[Any, int, int], bool]
"""Whether two actions are equivalent in this public view."""


@dataclass(frozen=True)
class Reviewer:
    weigh: Weigh
    """Like the coach's, with a budget that is the same on every machine."""
    compare: Compare
    outlook: Outlook
    draws: Draws
    same: Same


def by_seat(samples: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The means of samples."""
    return tuple(map(fmean, zip(*samples, strict=True)))


def less(one: Chances, other: Chances) -> tuple[float, ...]:
    return tuple([after - before for after, before in zip(one, other, strict=True)])
