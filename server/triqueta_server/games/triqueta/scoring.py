"""The points of collections, and the final scoresheet."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from triqueta_protocol.games.triqueta import KEEPS, KINDS, TOKENS_OF_A_KIND, Change, SeatScore, Worth, points
from triqueta_server.games.triqueta.lookups import BITS, DIGIT, UNITS, counts

_HALF: Final = KINDS // 2
_HALF_BITS: Final = BITS * _HALF
_HALF_MASK: Final = (1 << _HALF_BITS) - 1


def _half_table(kinds: Sequence[int]) -> tuple[int, ...]:
    """Points of every packed count of three kinds, at that number."""
    per_kind = [[points(kind, count) for count in range(DIGIT + 1)] for kind in reversed(kinds)]
    return tuple(map(sum, product(*per_kind)))


LOW: Final = _half_table(range(_HALF))
HIGH: Final = _half_table(range(_HALF, KINDS))


def score(collection: int) -> int:
    """What the animals of a packed collection score."""
    return LOW[collection & _HALF_MASK] + HIGH[collection >> _HALF_BITS]


_CHANGES: Final = tuple(
    tuple(
        tuple(
            Change(kind, before, before + more, points(kind, before + more) - points(kind, before))
            for more in range(TOKENS_OF_A_KIND - before + 1)
        )
        for before in range(TOKENS_OF_A_KIND + 1)
    )
    for kind in range(KINDS)
)
"""By kind, count before, and tokens added."""


@lru_cache(maxsize=1 << 15)
def worth(collection: int, row: int) -> Worth:
    """What adding a row does to a collection's score, split by animal."""
    split = tuple(
        [
            changes[before][more]
            for changes, before, more in zip(_CHANGES, counts(collection), counts(row), strict=True)
            if more
        ]
    )
    return Worth(score(collection + row) - score(collection), split)


def added(kept: Sequence[int], mask: int) -> int:
    """The face-down tokens that a reveal's mask adds, packed."""
    return sum(UNITS[animal] for token, animal in enumerate(kept) if mask >> token & 1)


@lru_cache(maxsize=1 << 12)
def reveal_points(collection: int, kept: tuple[int, ...]) -> tuple[int, ...]:
    """By mask, what each way to reveal the face-down tokens does to the score."""
    assert len(kept) <= KEEPS
    before = score(collection)
    return tuple(score(collection + added(kept, mask)) - before for mask in range(1 << len(kept)))


def scoresheet(collections: Sequence[int], tree_tiles: Sequence[int], rock: int) -> tuple[SeatScore, ...]:
    """The final scoresheet; ties are broken by tokens, then seats share a rank."""
    standings = []
    for seat, (collection, trees) in enumerate(zip(collections, tree_tiles, strict=True)):
        standings.append((score(collection) + trees + (seat == rock), sum(counts(collection))))
    return tuple(
        SeatScore(
            animals=tuple(points(kind, count) for kind, count in enumerate(counts(collections[seat]))),
            trees=tree_tiles[seat],
            rock=int(seat == rock),
            total=standing[0],
            tokens=standing[1],
            rank=1 + sum(other > standing for other in standings),
        )
        for seat, standing in enumerate(standings)
    )
