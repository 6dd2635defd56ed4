"""How advice is given in a game: what an expert's search finds out, and a reason for the best of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from protocol.advice import Reason
from server.bots.search import Budget, Model, weigh
from server.games.game import AnyRules


@dataclass(frozen=True)
class Option:
    """An action as it is on the wire, and what the search found out about it."""

    action: Any
    worth: float
    chances: tuple[float, ...]
    """Each seat's chance to win after it."""
    points: tuple[float, ...]
    """The points that each seat can expect."""


Explain = Callable[[Any, Any, int, Sequence[Option]], Reason]
"""From the public view, a seat's own view, the seat and its options, the best first, to a reason for it.

The reason is true: it follows from the view and from how the options differ.
"""


@dataclass(frozen=True)
class Coach:
    rules: AnyRules
    model: Model[Any]
    budget: Budget
    """The expert's."""
    explain: Explain

    def options(self, public: Any, mine: Any, seat: int, rng: Random) -> list[Option]:
        """What the actions promise that are worth a thought, the best first."""
        world = self.model.imagine(public, mine, seat, Random(0))
        action_type = self.rules.vocabulary.action
        return [
            Option(
                msgspec.convert(self.rules.write(world, seat, one.action), action_type),
                one.worth,
                one.chances,
                one.points,
            )
            for one in weigh(self.model, (public, mine), seat, rng, self.budget)
        ]
