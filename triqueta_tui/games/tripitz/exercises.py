"""Exercises: which stone completes this? Made from the rules by chance, and every answer is explained.

A question has two stones that want a third, or three that want a fourth. At least one of those
offered is right. The others are near misses where there are such: stones that only one feature spoils.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from protocol.games.tripitz_stones import STONES, features, mixed

OFFERED: Final = 5
_MOST_RIGHT: Final = 2
_FEATURES: Final = 3

Kind = Literal["one", "two", "three", "quadruple"]
"""In how many features the two stones differ, of which a triple is to be made; or a quadruple."""
KINDS: Final[tuple[Kind, ...]] = ("one", "two", "three", "quadruple")
"""The easiest first."""

_DIFFERING: Final = {"one": 1, "two": 2, "three": 3}

Likeness = Literal["alike", "different", "mixed"]


@dataclass(frozen=True)
class Exercise:
    given: tuple[int, ...]
    """The stones that lie in a line."""
    offered: tuple[int, ...]
    """Those to choose from."""

    @property
    def right(self) -> tuple[int, ...]:
        """Those of the stones offered that complete the figure."""
        return tuple(stone for stone in self.offered if not mixed((*self.given, stone)))


def exercise(rng: Random, kind: Kind) -> Exercise:
    """A new question of a kind."""
    given = _given(rng, kind)
    right = completing(given)
    wrong = sorted({*range(STONES)} - {*right, *given})
    rng.shuffle(wrong)
    wrong.sort(key=lambda stone: len(mixed((*given, stone))))
    count = rng.randint(1, min(_MOST_RIGHT, len(right)))
    near = wrong[: 2 * OFFERED]
    offered = [*rng.sample(right, count), *rng.sample(near, OFFERED - count)]
    rng.shuffle(offered)
    return Exercise(given, tuple(offered))


def completing(given: Sequence[int]) -> list[int]:
    """All stones that make a triple or quadruple together with these."""
    return [stone for stone in range(STONES) if stone not in given and not mixed((*given, stone))]


def likeness(stones: Sequence[int], feature: int) -> Likeness:
    """Whether stones are all alike or all different in a feature, or neither."""
    values = {features(stone)[feature] for stone in stones}
    return "alike" if len(values) == 1 else "different" if len(values) == len(stones) else "mixed"


def _given(rng: Random, kind: Kind) -> tuple[int, ...]:
    first = rng.randrange(STONES)
    if kind == "quadruple":
        second = rng.choice([stone for stone in range(STONES) if stone != first])
        return first, second, rng.choice(completing((first, second)))
    differing = _DIFFERING[kind]
    return first, rng.choice([stone for stone in range(STONES) if _differing(first, stone) == differing])


def _differing(one: int, other: int) -> int:
    """In how many features two stones differ."""
    return sum(likeness((one, other), feature) == "different" for feature in range(_FEATURES))
