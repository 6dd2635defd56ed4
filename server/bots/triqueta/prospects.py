"""What a collection promises: its points now, and a part of those that may still come."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from protocol.games.triqueta import KINDS, TOKENS_OF_A_KIND, TOWERS, VALUES

Counts = tuple[int, ...]

PAIR_HOPE: Final = 0.45
"""For each round to come, the part of a triqueta's gain that a pair is believed to have."""

SINGLE_HOPE: Final = 0.1
"""The same for a single token."""


def _promise(kind: int, count: int, rounds: int) -> float:
    value = VALUES[kind]
    match count:
        case 0:
            return 0.0
        case 1:
            return 1 + SINGLE_HOPE * rounds * (value - 1)
        case 2:
            return 2 + PAIR_HOPE * rounds * (value - 2)
        case 3:
            return float(value)
        case _:
            return float(3 - count)


PROMISES: Final = tuple(
    tuple(
        tuple(_promise(kind, count, rounds) for count in range(TOKENS_OF_A_KIND + 1)) for kind in range(KINDS)
    )
    for rounds in range(TOWERS)
)
"""By rounds to come after this one, kind and count."""


def counted(animals: Iterable[int]) -> Counts:
    """How many there are of each kind."""
    tokens = list(animals)
    return tuple(tokens.count(kind) for kind in range(KINDS))


def together(one: Sequence[int], other: Sequence[int]) -> Counts:
    """Two heaps as one."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


@lru_cache(maxsize=1 << 16)
def promise(collection: Counts, face_down: Counts, rounds: int) -> float:
    """What a collection promises if the best of its face-down tokens are added at the end."""
    kinds = zip(PROMISES[rounds], collection, face_down, strict=True)
    return sum([max(of_kind[count : count + hidden + 1]) for of_kind, count, hidden in kinds])
