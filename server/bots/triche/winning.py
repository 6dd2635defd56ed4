"""From the points after a round to the chances to win the whole game."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from statistics import NormalDist
from typing import Final

MEAN: Final = (5.0, 9.3)
"""Points a round, without and with the expansion, measured over rounds of sound players."""
DEVIATION: Final = (1.5, 3.3)
AGAINST: Final = (-0.12, -0.39)
"""How the points of two players of one round go together."""
STEEP: Final = 1.2
"""A logistic curve with this slope follows the normal one for the difference of two players."""

_MOMENTS: Final = tuple(NormalDist().inv_cdf((2 * step + 1) / 14) for step in range(7))


def chances(points: Sequence[float], target: int, *, expansion: bool) -> tuple[float, ...]:
    """Each seat's chance to win, with these points at the end of a round; tie-breaks are fractions."""
    if max(points) >= target:
        best = max(points)
        return tuple([1.0 if got == best else 0.0 for got in points])
    if len(points) == 2:
        chance = _of_two(target, expansion)[int(points[0])][int(points[1])]
        return chance, 1 - chance
    return _of_many(tuple(map(int, points)), target, expansion)


@cache
def _of_two(target: int, expansion: bool) -> list[list[float]]:
    """The chance of the first of two by the points of both."""
    mean, deviation, against = MEAN[expansion], DEVIATION[expansion], AGAINST[expansion]
    own = math.sqrt(1 - against * against)
    rounds = [
        (
            max(0, round(mean + deviation * one)),
            max(0, round(mean + deviation * (against * one + own * other))),
        )
        for one in _MOMENTS
        for other in _MOMENTS
    ]
    # A round without points for anybody is played again.
    rounds = [gained for gained in rounds if any(gained)]
    table = [[0.0] * target for _ in range(target)]
    for total in range(2 * target - 2, -1, -1):
        for one in range(max(0, total - target + 1), min(total, target - 1) + 1):
            other = total - one
            chance = 0.0
            for more, further in rounds:
                got, opposite = one + more, other + further
                if got < target and opposite < target:
                    chance += table[got][opposite]
                else:
                    chance += (got > opposite) + 0.5 * (got == opposite)
            table[one][other] = chance / len(rounds)
    return table


@lru_cache(maxsize=1 << 14)
def _of_many(points: tuple[int, ...], target: int, expansion: bool) -> tuple[float, ...]:
    best = max(points)
    rounds = max(1.0, (target - best) / MEAN[expansion])
    slope = STEEP / (DEVIATION[expansion] * math.sqrt(rounds))
    weights = [math.exp(slope * (got - best)) for got in points]
    total = sum(weights)
    return tuple([weight / total for weight in weights])
