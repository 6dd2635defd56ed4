"""What the search says of actions that it dropped early is fair to them."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from triqueta_server.bots.search import BATCH, Budget, weigh

GAINS = (1.0, 4.0, 4.0)
"""By action; which of the last two is better changes from world to world."""


class World:
    def __init__(self, luck: float, action: int = 0) -> None:
        self.luck, self.action = luck, action

    def apply(self, seat: int, action: int, tell: Any = None) -> None:
        self.action = action

    def copy(self) -> "World":
        return World(self.luck, self.action)


class Luck:
    """Worlds differ by far more than actions do."""

    def sample_world(self, public: Any, mine: Any, seat: int, rng: Random) -> Any:
        return World(rng.uniform(0, 100))

    def candidates(self, position: Any, seat: int) -> Sequence[int]:
        return range(len(GAINS))

    def rollout(self, position: Any, rng: Random) -> Sequence[float]:
        swing = rng.uniform(-1, 1) * (position.action - 1) * (position.action > 0)
        return [position.luck + GAINS[position.action] + swing, 50.0]

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        own = points[0] / 200
        return [own, 1 - own]

    def worth(self, points: Sequence[float], seat: int) -> float:
        return points[seat]


@pytest.mark.parametrize("seed", range(5))
def test_an_action_that_was_dropped_is_behind_by_what_it_does_and_not_by_its_luck(seed: int) -> None:
    found = weigh(Luck(), (None, None), 0, Random(seed), Budget(simulations=400, seconds=9.0))
    best, last = found[0], found[-1]
    assert last.action == 0
    assert last.simulations < best.simulations
    assert best.points[0] - last.points[0] == pytest.approx(3, abs=1)
    assert best.worth - last.worth == pytest.approx(3, abs=1)
    assert best.chances[0] - last.chances[0] == pytest.approx(3 / 200, abs=1 / 200)


def test_whoever_is_told_what_actions_promise_gets_numbers_from_more_than_a_few_worlds() -> None:
    """That one action is clearly the best shows soon, how often it wins does not."""
    budget = Budget(simulations=900, seconds=9.0, doubt=0.0)
    hasty = weigh(Luck(), (None, None), 0, Random("worlds"), budget)
    assert hasty[0].simulations == BATCH
    told = weigh(Luck(), (None, None), 0, Random("worlds"), replace(budget, fair=30, sure=120))
    assert told[0].simulations == 120
    assert [one.simulations for one in told[1:]] == [30, 30]


def test_an_action_without_an_alternative_is_tried_as_often() -> None:
    class OneWay(Luck):
        def candidates(self, position: Any, seat: int) -> Sequence[int]:
            return (1,)

    for budget, worlds in ((Budget(900, 9.0), BATCH), (Budget(900, 9.0, sure=120), 120)):
        [only] = weigh(OneWay(), (None, None), 0, Random(1), budget)
        assert only.simulations == worlds
