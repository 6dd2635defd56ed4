"""What an opponent at a table of two may have kept face down: learned from many games.

The numbers come from ``python -m tests.bench.fit_triqueta_kept``. For example, players hardly ever keep a
rabbit, and two kept tokens are of one kind more than twice as often as at random.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement, pairwise
from math import comb, prod
from random import Random
from typing import Final

from triqueta_protocol.games.triqueta import KINDS, TOWERS, TRIPLE, Public, Variant

Counts = tuple[int, ...]
"""By animal."""

Heap = tuple[int, ...]
"""Some tokens, in the order of their animals."""

LEARNED_SEATS: Final = 2
"""Seats of the tables it was learned from."""

HEAPS: Final = TRIPLE + 2
"""No, one, two, three and more tokens."""


class Taste:
    """What a player keeps, given its face-up collection."""

    def __init__(self, taste: Sequence[Sequence[float]], same: Sequence[float]) -> None:
        self.taste = taste
        """By tokens of its kind in the collection, then by animal: how much likelier it is kept."""
        self.same = same
        """By tokens of the kind in the collection: how much likelier two kept tokens are of this one kind."""

    def likelihoods(self, unseen: Counts, collection: Counts, count: int) -> dict[Heap, float]:
        """Every heap of so many tokens that may be kept, with its relative likelihood."""
        piles = [min(tokens, HEAPS - 1) for tokens in collection]
        found = {}
        for heap in combinations_with_replacement(range(KINDS), count):
            ways = prod([comb(unseen[animal], heap.count(animal)) for animal in {*heap}])
            if ways:
                tastes = prod([self.taste[piles[animal]][animal] for animal in heap])
                pairs = prod([self.same[piles[one]] for one, other in pairwise(heap) if one == other])
                found[heap] = ways * tastes * pairs
        return found


# fmt: off
TASTES: Final[dict[Variant, tuple[Taste, ...]]] = {
    "standard": (
        Taste(
            (
                (0.024, 0.0356, 0.112, 0.42, 0.631, 0.705),
                (0.1, 0.163, 0.205, 1.21, 2.24, 2.22),
                (0.382, 0.404, 0.328, 1.17, 2.44, 2.42),
                (0.366, 0.327, 0.33, 0.603, 0.899, 0.798),
                (0.488, 0.495, 0.52, 1.12, 1.57, 1.75),
            ),
            (7.12, 2.16, 0.833, 3.07, 2.8),
        ),
        Taste(
            (
                (0.101, 0.0925, 0.113, 0.518, 0.868, 0.939),
                (0.228, 0.22, 0.281, 1.95, 3.8, 3.69),
                (0.303, 0.334, 0.279, 0.634, 1.07, 1.23),
                (0.468, 0.388, 0.352, 0.773, 1.0, 0.871),
                (0.616, 0.743, 0.834, 1.16, 2.37, 2.74),
            ),
            (7.59, 0.705, 2.13, 3.23, 1.84),
        ),
        Taste(
            (
                (0.0427, 0.0804, 0.0793, 0.751, 1.51, 1.49),
                (0.142, 0.182, 0.142, 1.44, 2.62, 2.71),
                (0.405, 0.386, 0.434, 0.672, 0.907, 0.917),
                (0.731, 0.581, 0.571, 0.988, 1.32, 1.1),
                (1.24, 1.17, 1.22, 1.12, 3.5, 3.71),
            ),
            (3.22, 0.897, 3.03, 2.39, 1.86),
        ),
        Taste(
            (
                (0.0183, 0.0217, 0.019, 0.88, 1.59, 1.56),
                (0.000291, 0.0179, 0.000615, 4.05, 9.81, 11.2),
                (0.0403, 0.0923, 0.028, 0.085, 0.128, 0.185),
                (0.151, 0.258, 0.00722, 0.00922, 1.85, 0.394),
                (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
            ),
            (2.43, 0.0905, 13.8, 4.62, 1.0),
        ),
    ),
    "dorra": (
        Taste(
            (
                (0.371, 0.319, 0.335, 0.496, 0.657, 0.623),
                (0.852, 0.879, 0.886, 1.21, 1.65, 1.57),
                (0.878, 0.938, 0.918, 1.79, 2.45, 2.23),
                (0.275, 0.244, 0.294, 0.362, 0.456, 0.387),
                (0.242, 0.189, 0.275, 0.35, 0.219, 0.449),
            ),
            (5.5, 1.91, 0.29, 1.81, 4.66),
        ),
        Taste(
            (
                (0.442, 0.521, 0.446, 0.622, 0.83, 0.765),
                (1.09, 1.11, 1.28, 1.94, 2.43, 2.53),
                (0.509, 0.489, 0.48, 0.722, 0.906, 0.904),
                (0.313, 0.345, 0.322, 0.42, 0.465, 0.492),
                (0.394, 0.197, 0.223, 0.231, 0.00105, 0.896),
            ),
            (5.15, 0.618, 0.981, 1.96, 7.81),
        ),
        Taste(
            (
                (0.551, 0.554, 0.598, 0.895, 1.11, 1.15),
                (0.962, 1.01, 1.08, 1.89, 2.35, 2.38),
                (0.357, 0.399, 0.392, 0.422, 0.456, 0.499),
                (0.233, 0.22, 0.445, 0.305, 0.349, 0.527),
                (0.421, 0.0134, 0.922, 0.0148, 0.00883, 1.0),
            ),
            (2.53, 0.491, 2.32, 2.98, 0.0571),
        ),
        Taste(
            (
                (0.638, 0.633, 0.664, 1.08, 1.33, 1.32),
                (1.69, 2.08, 2.44, 4.99, 5.18, 6.12),
                (0.133, 0.165, 0.181, 0.259, 0.178, 0.113),
                (0.0268, 0.00967, 0.0743, 0.0169, 1.0, 0.0488),
                (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
            ),
            (1.61, 0.126, 2.67, 0.457, 1.0),
        ),
    ),
}
# fmt: on
"""By variant and rounds to come."""


def guess_kept(public: Public, unseen: Counts, other: int, rng: Random) -> Heap:
    """Draw what the other seat may have kept, out of the unseen tokens."""
    heaps, weights = _weighted(
        public.variant, TOWERS - public.round, unseen, public.collections[other], public.face_down[other]
    )
    [heap] = rng.choices(heaps, cum_weights=weights)
    return heap


@lru_cache(maxsize=256)
def _weighted(
    variant: Variant, rounds: int, unseen: Counts, collection: Counts, count: int
) -> tuple[tuple[Heap, ...], tuple[float, ...]]:
    """The possible heaps and their cumulative weights; one decision asks for them hundreds of times."""
    found = TASTES[variant][rounds].likelihoods(unseen, collection, count)
    return tuple(found), tuple(accumulate(found.values()))
