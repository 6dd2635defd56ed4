"""What a game's coach consists of: the expert's search, and a reason for its best option."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from triqueta_protocol.advice import Reason
from triqueta_server.bots.search import Budget, Weighed

MORE: Final = 4
"""Factor on the expert's simulations; the time limit stays."""

DOUBT: Final = 2.0
"""Added to the expert's doubt: a coach reports the other options as well, so it drops them later."""

FAIR: Final = 30
"""Worlds before an option may be dropped, so that its chance to win is known roughly."""

SURE: Final = 240
"""Worlds in which the best option is tried: its chance to win is then known to about 3 %."""


def thorough(budget: Budget) -> Budget:
    """An expert's budget, extended to tell what every option is worth."""
    return replace(
        budget,
        simulations=MORE * budget.simulations,
        doubt=budget.doubt + DOUBT,
        fair=FAIR,
        sure=SURE,
    )


@dataclass(frozen=True)
class Option:
    """A typed action and what the search found about it."""

    action: Any
    chances: tuple[float, ...]
    """By seat: the chance to win after it."""
    points: tuple[float, ...]
    """By seat: the expected points."""

    def percent(self, seat: int) -> int:
        """A seat's chance to win, rounded for display."""
        return round(100 * self.chances[seat])

    @classmethod
    def of(cls, action: Any, weighed: Weighed) -> "Option":
        return cls(action, weighed.chances, weighed.points)


Weigh = Callable[[Any, Any, int, Random], Sequence[Option]]
"""From the public view, the seat's own view, the seat and a source of randomness to the options that the
expert weighed, the best first; empty where no advice is given."""

Explain = Callable[[Any, Any, int, Sequence[Option]], Reason]
"""From the views, the seat and its options to a reason for the first.

The reason must be true: it follows from the view and from how the options differ.
"""


@dataclass(frozen=True)
class Coach:
    weigh: Weigh
    explain: Explain
