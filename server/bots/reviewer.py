"""What a game gives for the review of finished games: chances over time, luck, and two actions compared.

A decision is judged from the view of the seat that took it, as a coach would. The chances over time and the
luck of draws are judged with everything open but what is still to be drawn: they take a position.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from server.bots.coach import Weigh
from server.bots.search import Difference

Chances = Sequence[float]
"""By seat, to win; together 1."""

Outlook = Callable[[Any, Random], Sequence[Chances]]
"""From a position of a running game to samples of what may come: what is still to be drawn is dealt anew."""

Draws = Callable[[Any, int, int, Any, Random], Sequence[Sequence[float]]]
"""From a position, a seat, its action and the position after it to samples of what its draw was worth.

Each sample is by seat: the chance with what was really drawn less the chance with what might have been. There
are none where chance had no part.
"""

Compare = Callable[[Any, Any, int, Random, int, int], Difference]
"""From the views, the seat, luck and two actions to how much more the first is worth than the second."""

Same = Callable[[Any, int, int], bool]
"""Whether two actions come to the same, as everybody sees who sees this public view."""


@dataclass(frozen=True)
class Reviewer:
    weigh: Weigh
    """As the coach weighs, but with a budget that is the same on every machine."""
    compare: Compare
    outlook: Outlook
    draws: Draws
    same: Same


def by_seat(samples: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The means of samples."""
    return tuple(map(fmean, zip(*samples, strict=True)))


def less(one: Chances, other: Chances) -> tuple[float, ...]:
    return tuple([after - before for after, before in zip(one, other, strict=True)])
