"""Learns what a player of level normal has kept: ``triqueta_server/bots/triqueta/kept.py``.

At a table of two, one seat plays like normal and the other as a searching bot sees itself play. Whenever the
other one decides, it is noted what normal has and has kept. The tastes are then made stronger or weaker until
they explain each animal as often as it was kept (iterative scaling). Of every fifth game nothing is learned;
on those it is printed how surprising the kept tokens are, in nats, and how surprising without any taste.
`python -m tests.bench.fit_triqueta_kept` takes some minutes.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, get_args

from triqueta_protocol.games.triqueta import KINDS, TOKENS_OF_A_KIND, TOWERS, Options, Variant
from triqueta_server.bots.triqueta.kept import HEAPS, Counts, Heap, Taste
from triqueta_server.bots.triqueta.rollout import NORMAL, habit, own_style
from triqueta_server.games.triqueta.lookups import counts, packed
from triqueta_server.games.triqueta.rules import RULES

GAMES = 8000
NOTED = 0.2
"""Of the decisions: those that follow each other in a game are much alike."""
STEPS = 40
SLIPS = 0.05
"""Random decisions of the searching seat, so that normal gets to see rare rows."""
PRIOR = 0.5
"""Cases that are taken to have gone as expected, so that what never occurs is not taken for impossible."""


class Seen(NamedTuple):
    """What a seat knows when it decides, and what its opponent has really kept."""

    unseen: Counts
    collection: Counts
    kept: Heap


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.fit_triqueta_kept", description=__doc__)
    parser.add_argument("--variant", choices=get_args(Variant), default="standard")
    variant = parser.parse_args().variant
    known: list[list[Seen]] = [[] for _ in range(TOWERS)]
    new: list[list[Seen]] = [[] for _ in range(TOWERS)]
    for game in range(GAMES):
        for rounds, seen in _game(game, variant):
            (new if game % 5 == 0 else known)[rounds].append(seen)
    for rounds in range(TOWERS):
        taste = _fit(known[rounds])
        print(f"    Taste(  # {rounds}: {len(known[rounds])} cases")
        print(f"        {tuple(map(_rounded, taste.taste))},\n        {_rounded(taste.same)},\n    ),")
        none = Taste([[1.0] * KINDS] * HEAPS, [1.0] * HEAPS)
        print(f"    # {_surprise(taste, new[rounds]):.3f}, without taste {_surprise(none, new[rounds]):.3f}")


def _game(number: int, variant: Variant) -> Iterable[tuple[int, Seen]]:
    position = RULES.begin(2, Options(variant=variant), f"kept {number}".encode())
    rng = Random(number)
    own = number % 2
    styles = (own_style(2), NORMAL) if own == 0 else (NORMAL, own_style(2))
    while position.still_in or position.trees:
        [seat] = position.owing
        if seat == own and position.still_in and position.kept[1 - own] and rng.random() < NOTED:
            shown = sum(position.collections) + packed(position.kept[own]) + packed(position.boxed[own])
            shown += sum(row for at, row in enumerate(position.rows) if position.rows_left >> at & 1)
            shown += packed(position.deal[position.top - position.held : position.top])
            unseen = tuple(TOKENS_OF_A_KIND - count for count in counts(shown))
            kept = tuple(sorted(position.kept[1 - own]))
            yield position.trees.bit_count(), Seen(unseen, counts(position.collections[1 - own]), kept)
        if seat == own and rng.random() < SLIPS:
            action = rng.choice(position.legal(seat))
        else:
            action = habit(position, styles[seat], seat, rng)
        position.apply(seat, action)


def _fit(cases: Sequence[Seen]) -> Taste:
    taste = [[1.0] * KINDS for _ in range(HEAPS)]
    same = [1.0] * HEAPS
    found = Taste(taste, same)
    really = _occurrences((case.collection, {case.kept: 1.0}) for case in cases)
    for _ in range(STEPS):
        expected = _occurrences((case.collection, _parts(found, case)) for case in cases)
        for pile in range(HEAPS):
            for animal in range(KINDS):
                more = (really[pile, animal] + PRIOR) / (expected[pile, animal] + PRIOR)
                # Two tokens of a heap are moved at once; half a step does not overshoot.
                taste[pile][animal] *= math.sqrt(more)
            same[pile] *= (really[pile, "same"] + PRIOR) / (expected[pile, "same"] + PRIOR)
    return found


def _occurrences(
    cases: Iterable[tuple[Counts, Mapping[Heap, float]]],
) -> Counter[tuple[int, int | str]]:
    """How often each animal was kept beside how many of its kind, and how often two were of one kind."""
    found = Counter[tuple[int, int | str]]()
    for collection, heaps in cases:
        piles = [min(tokens, HEAPS - 1) for tokens in collection]
        for heap, times in heaps.items():
            for animal in heap:
                found[piles[animal], animal] += times  # type: ignore[assignment]
            if len(heap) > len({*heap}):
                found[piles[heap[0]], "same"] += times  # type: ignore[assignment]
    return found


def _parts(taste: Taste, case: Seen) -> dict[Heap, float]:
    """How likely every heap is, in parts of 1."""
    likely = taste.likelihoods(case.unseen, case.collection, len(case.kept))
    whole = sum(likely.values())
    return {heap: one / whole for heap, one in likely.items()}


def _surprise(taste: Taste, cases: Sequence[Seen]) -> float:
    return -sum(math.log(_parts(taste, case)[case.kept]) for case in cases) / len(cases)


def _rounded(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(f"{number:.3g}") for number in numbers)


if __name__ == "__main__":
    main()
