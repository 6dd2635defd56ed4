"""What collections promise, calculated once for each, and what points mean for winning the game.

A heap of tokens is a packed integer here (``triqueta_server.games.triqueta.lookups``). What a seat has kept
is put above its collection in the same integer, so that one number says all that an outlook depends on.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final

from triqueta_protocol.games.triqueta import KINDS, TOKENS_OF_A_KIND
from triqueta_server.games.triqueta.lookups import BITS, DIGIT, UNITS, animals

Promises = Sequence[Sequence[float]]
"""By animal and count: what so many tokens of it promise."""

KEPT: Final = BITS * KINDS
"""How far the kept tokens are shifted up."""

_COLLECTION: Final = (1 << KEPT) - 1
_HALF: Final = KEPT // 2
_HALF_MASK: Final = (1 << _HALF) - 1
MOST: Final = 1 << 18
"""Entries after which a table is cleared; a game needs far fewer."""


class Outlook(dict[int, tuple[float, ...]]):
    """By collection and kept tokens: what they promise now, then what they promise with one token more.

    The last six are by animal. There is one such table for each number of rounds to come.
    """

    __slots__ = ("_high", "_low")

    def __init__(self, promises: Promises) -> None:
        super().__init__()
        # Heaps with more tokens of a kind than exist are looked up as well, and never used.
        kinds = [(*of_kind, *[0.0] * (DIGIT - TOKENS_OF_A_KIND)) for of_kind in promises]
        self._low = _sums(kinds[: KINDS // 2])
        self._high = _sums(kinds[KINDS // 2 :])

    def __missing__(self, heap: int) -> tuple[float, ...]:
        if len(self) >= MOST:
            self.clear()
        low, high = self._low, self._high
        collection = heap & _COLLECTION
        ways = _ways(heap >> KEPT)
        entry = self[heap] = tuple(
            [
                max([low[more + way & _HALF_MASK] + high[more + way >> _HALF] for way in ways])
                for more in (collection, *[collection + unit for unit in UNITS])
            ]
        )
        return entry


def _sums(kinds: Promises) -> tuple[float, ...]:
    """What every packed heap of some kinds promises, at that number."""
    return tuple(map(sum, product(*reversed(kinds))))


@cache
def _ways(kept: int) -> tuple[int, ...]:
    """Every part of the kept tokens that may be added at the end."""
    ways = {0}
    for animal in animals(kept):
        ways |= {way + UNITS[animal] for way in ways}
    return tuple(sorted(ways))


LEADS: Final = (2.5, 4.2, 5.4, 5.9)
"""By rounds to come: the lead in points that makes a win about three times as likely as not.

With rounds to come it follows from the error of the learned values. At the end any lead wins, but a search
that also prefers a large lead finds its way sooner.
"""
LEADS_OF_TWO: Final = (1.2, *LEADS[1:])
"""At a table of two, preferring large leads less wins more often."""


def chances_after(points: Sequence[float], rounds: int) -> list[float]:
    """Each seat's chance to win with so many points, and so many rounds to come."""
    best = max(points)
    if not rounds:
        wins = [float(got == best) for got in points]
    else:
        wins = [math.exp((got - best) / LEADS[rounds]) for got in points]
    total = sum(wins)
    return [win / total for win in wins]
