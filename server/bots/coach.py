"""How advice is given in a game: what an expert's search finds out, and a reason for the best of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from protocol.advice import Reason
from server.bots.search import Budget, Weighed

MORE: Final = 4
"""As many times an expert's simulations, within the expert's time."""

DOUBT: Final = 2.0
"""A coach speaks of the other options, too, and gives them up later: so much is put to the expert's doubt."""

FAIR: Final = 30
"""Worlds after which a coach gives up what falls behind: by then its chance to win is known roughly."""

SURE: Final = 240
"""Worlds in which a coach tries the best option: its chance to win is then known to about 3 %."""


def thorough(budget: Budget) -> Budget:
    """An expert's budget for somebody who is asked what the options are worth, not only which is the best."""
    return replace(
        budget,
        simulations=MORE * budget.simulations,
        doubt=budget.doubt + DOUBT,
        fair=FAIR,
        sure=SURE,
    )


@dataclass(frozen=True)
class Option:
    """An action as it is on the wire, and what the search found out about it."""

    action: Any
    chances: tuple[float, ...]
    """Each seat's chance to win after it."""
    points: tuple[float, ...]
    """The points that each seat can expect."""

    def percent(self, seat: int) -> int:
        """A seat's chance to win, as people are told it."""
        return round(100 * self.chances[seat])

    @classmethod
    def of(cls, action: Any, weighed: Weighed) -> "Option":
        return cls(action, weighed.chances, weighed.points)


Weigh = Callable[[Any, Any, int, Random], Sequence[Option]]
"""From the public view, a seat's own view, the seat and a source of randomness to the options that are worth
a thought, as the expert weighs them, the best first; none where no advice is given."""

Explain = Callable[[Any, Any, int, Sequence[Option]], Reason]
"""From the views, the seat and its options to a reason for the first.

The reason is true: it follows from the view and from how the options differ.
"""


@dataclass(frozen=True)
class Coach:
    weigh: Weigh
    explain: Explain
