"""What carrés promise a seat, the best placements in them, and what points mean for winning the game.

Rollouts meet the same carrés again and again, so each carré is cached with every answer about it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from statistics import NormalDist
from typing import Final

from triqueta_protocol.games.triche_cards import CARDS, COLOURS, UNTURNED, WAYS, deck, points
from triqueta_server.games.triche.actions import KIND_OF, KINDS, RING
from triqueta_server.games.triche.lookups import (
    BITS,
    COMPLETED,
    DIGIT,
    EVERY_SLOT,
    LAID,
    NOWHERE,
    OUTER,
    UNITS,
    cards,
    fitting,
    fitting_with_diagonals,
)

MOST_CACHED: Final = 1 << 15

SLOTS_IN: Final = tuple(
    tuple(slot for slot in range(len(RING)) if slots >> slot & 1) for slots in range(EVERY_SLOT + 1)
)
_FINISHING: Final = tuple(
    sum(1 << slot for slot in SLOTS_IN[free] if COMPLETED[slot][free ^ 1 << slot])
    for free in range(EVERY_SLOT + 1)
)
"""By mask of free slots: those of them in which a card completes a line without the centre."""

_FREE: Final = tuple((not two & DIGIT) | (not two >> BITS) << 1 for two in range(1 << 2 * BITS))
"""By two neighbouring slots of a grid: the mask of the free ones."""

_KINDS_MASK: Final = (1 << len(KINDS)) - 1
CARD: Final = len(KINDS)
"""A card to lay is asked about as ``card << CARD | the kinds that stay in the hand``."""

Asked = tuple[tuple[int, int], ...]


@lru_cache(maxsize=1 << 14)
def to_lay(hand: int) -> Asked:
    """Each distinct card of a hand, as ``Carre.lay_own`` takes it, and the hand without it."""
    found = []
    for card in dict.fromkeys(cards(hand)):
        rest = hand - UNITS[card]
        kinds = sum(1 << kind for kind in range(len(KINDS)) if rest >> BITS * kind & DIGIT)
        found.append((card << CARD | kinds, rest))
    return tuple(found)


@dataclass(frozen=True)
class Weights:
    """The weights of an evaluation."""

    care: float
    """How far a free cell is taken to get the best card for a line rather than an average one."""
    envy: float
    """How much other carrés count against the seat's own."""
    ready: float
    """What a cell is worth in which a card of the hand finishes a line of the seat's own carré."""


Own = tuple[int, int, int]
"""For the seat's own carré: its worth after the best placement; that placement, ``way << 3 | slot``; and what
the remaining cards add to it if this card is laid elsewhere."""
Foreign = tuple[int, int, int, int]
"""For another seat's carré: its promise after the most harmful placement; that placement, or -1 if nothing
fits; its worth after the best conquest; and that placement, or -1."""


Placements = list[tuple[int, int, int, int]]
"""The most that a placement can be worth, what it promises, the placement, and the grid after it."""
Fitting = tuple[int, int, list[tuple[int, int, int]]]
"""As in ``Foreign``; and for each conquest its promise, the placement, and the grid after it."""


class Carre:
    """A carré with a known or unknown centre."""

    __slots__ = (
        "_centre",
        "_evaluator",
        "_fits",
        "_fitting",
        "_openings",
        "_placements",
        "_ready",
        "foreign",
        "free",
        "grid",
        "own",
        "promise",
    )

    def __init__(self, evaluator: "Evaluator", grid: int, centre: int) -> None:
        self._evaluator = evaluator
        self._centre = centre
        self._fits: bytes | None = None
        self._openings: tuple[int, ...] | None = None
        self._ready: dict[int, int] = {}
        self.grid = grid
        self.free = (
            _FREE[grid & 0xFF]
            | _FREE[grid >> 8 & 0xFF] << 2
            | _FREE[grid >> 16 & 0xFF] << 4
            | _FREE[grid >> 24] << 6
        )
        self.promise = evaluator.promise(grid, centre)
        self._placements: dict[int, Placements] = {}
        self._fitting: dict[int, Fitting] = {}
        self.own: dict[int, Own] = {}
        self.foreign: dict[int, Foreign] = {}

    def fits(self) -> bytes:
        """By card: the mask of slots in which it fits for a seat that does not own the carré."""
        fits = self._fits
        if fits is None:
            fits = self._fits = self._evaluator.fitting(self.grid) if self.free else NOWHERE
        return fits

    def ready(self, kinds: int) -> int:
        """The worth of holding cards of these kinds, which finish lines here."""
        worth = self._ready.get(kinds)
        if worth is None:
            openings = self._openings
            if openings is None:
                openings = self._openings = self._kinds_that_finish()
            worth = self._evaluator.readiness * sum([1 for fitting in openings if fitting & kinds])
            self._ready[kinds] = worth
        return worth

    def _kinds_that_finish(self) -> tuple[int, ...]:
        """For each slot in which a card completes a line and fits: which kinds do."""
        finishing = _FINISHING[self.free]
        if not finishing:
            return ()
        kinds: dict[int, int] = {}
        for way, slots in enumerate(self.fits()):
            for slot in SLOTS_IN[slots & finishing]:
                kinds[slot] = kinds.get(slot, 0) | 1 << KIND_OF[way]
        return tuple(kinds.values())

    def lay_own(self, asked: int) -> Own:
        """The best placement of a card for the carré's owner."""
        kinds = asked & _KINDS_MASK
        card = asked >> CARD
        placements = self._placements.get(card)
        if placements is None:
            placements = self._placements[card] = self._all_placements(card)
        best, where = -1, 0
        at, centre = self._evaluator.at, self._centre
        for most, promise, place, grid in placements:
            if most <= best:
                break
            worth = promise
            if kinds and most > promise:
                worth += at(grid, centre).ready(kinds)
            if worth > best:
                best, where = worth, place
        self.own[asked] = found = (best, where, self.ready(kinds))
        return found

    def _all_placements(self, card: int) -> Placements:
        """Every placement of a card for the owner, the most promising first."""
        promise, grid, centre, free = self._evaluator.promise, self.grid, self._centre, self.free
        readiness = self._evaluator.readiness
        found = []
        for way in WAYS[card]:
            for slot in SLOTS_IN[free]:
                after = grid | LAID[way][slot]
                promised = promise(after, centre)
                most = promised + readiness * _FINISHING[free ^ 1 << slot].bit_count()
                found.append((most, promised, way << 3 | slot, after))
        found.sort(reverse=True)
        return found

    def lay_foreign(self, asked: int) -> Foreign:
        """The best placements of a card for a seat that does not own the carré."""
        card = asked >> CARD
        without = self._fitting.get(card)
        if without is None:
            without = self._fitting[card] = self._all_fitting(card)
        worst, quiet, conquests = without
        kinds = asked & _KINDS_MASK
        best, conquest = -1, -1
        for promise, place, grid in conquests:
            worth = promise + self._evaluator.at(grid, self._centre).ready(kinds) if kinds else promise
            if worth > best:
                best, conquest = worth, place
        self.foreign[asked] = found = (worst, quiet, best, conquest)
        return found

    def _all_fitting(self, card: int) -> Fitting:
        """The most harmful placement of a card, and every conquest with it."""
        promise, grid, centre, fits = self._evaluator.promise, self.grid, self._centre, self.fits()
        finishing = _FINISHING[self.free]
        worst, quiet = 1 << 30, -1
        conquests = []
        for way in WAYS[card]:
            for slot in SLOTS_IN[fits[way]]:
                after = grid | LAID[way][slot]
                promised = promise(after, centre)
                if promised < worst:
                    worst, quiet = promised, way << 3 | slot
                if finishing >> slot & 1:
                    conquests.append((promised, way << 3 | slot, after))
        return worst, quiet, conquests

    def spoil(self, card: int) -> tuple[int, int]:
        """The promise after the most harmful placement of a card that need not fit, and the placement."""
        return min(
            (self._evaluator.promise(self.grid | LAID[way][slot], self._centre), way << 3 | slot)
            for way in WAYS[card]
            for slot in SLOTS_IN[self.free]
        )


class Evaluator:
    """Evaluates carrés with one set of weights, and caches them."""

    def __init__(self, weights: Weights, *, expansion: bool, diagonals: bool) -> None:
        tables = line_tables(weights.care, expansion)
        self._top, self._right, self._bottom, self._left = tables.outer
        self._through = tables.through
        self.known: dict[int, Carre] = {}
        self.envy = weights.envy
        self.readiness = round(POINT * weights.ready)
        self.fitting = fitting_with_diagonals if expansion and diagonals else fitting

    def at(self, grid: int, centre: int) -> Carre:
        """``centre`` as it was laid, or ``lines.UNKNOWN``."""
        carre = self.known.get(grid << BITS | centre)
        if carre is None:
            carre = self.known[grid << BITS | centre] = Carre(self, grid, centre)
        return carre

    def trim(self) -> None:
        """Keep the cache within bounds; called before a decision, never during one."""
        if len(self.known) > MOST_CACHED:
            self.known.clear()

    def promise(self, grid: int, centre: int) -> int:
        """In thousandths of points; a known centre counts the better way round."""
        across = grid >> 12 & 0xF | grid >> 24 & 0xF0
        down = grid >> 4 & 0xF | grid >> 16 & 0xF0
        main = grid & 0xF | grid >> 12 & 0xF0
        anti = grid >> 8 & 0xF | grid >> 20 & 0xF0
        through = 0
        for way in WAYS[centre] if centre < len(WAYS) else (centre,):
            row, column, one, other = self._through[way]
            through = max(through, row[across] + column[down] + one[main] + other[anti])
        return (
            self._top[grid & 0xFFF]
            + self._right[grid >> 8 & 0xFFF]
            + self._bottom[grid >> 16 & 0xFFF]
            + self._left[grid >> 24 | (grid & 0xF) << 8]
            + through
        )


POINT: Final = 1000

UNKNOWN: Final = CARDS
"""Stands for an unknown centre."""

_EMPTY: Final = CARDS
_ACROSS: Final = ((1, True), (4, False), (6, False), (7, False))
"""The lines through the centre, and whether their first end comes later on the ring than their last."""

_Line = dict[tuple[int, ...], float]
Ends = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Lines:
    """Tables for one deck."""

    outer: tuple[tuple[int, ...], ...]
    """By line without the centre, in the order of ``lookups.OUTER``, and its state."""
    through: tuple[Ends, ...]
    """By centre as it lies or ``UNKNOWN``: for row, column and diagonals by the two ends, four bits each."""


def shares(*, expansion: bool) -> tuple[float, ...]:
    """The probability of each card, either way round, for an unseen one."""
    cards = deck(expansion=expansion)
    return tuple(cards.count(UNTURNED[card]) / len(WAYS[card]) / len(cards) for card in range(CARDS))


@cache
def line_tables(care: float, expansion: bool) -> Lines:
    """``care`` is as in ``Weights``."""
    kinds = range(CARDS if expansion else COLOURS)
    every = {line: _line(line, care, expansion) for line in (0, 3, 1, 4, 6, 7)}
    outer = tuple(
        _by_state(every[0 if line in (0, 2) else 3], kinds, backwards=slots[1] - slots[0] != 1)
        for line, slots in OUTER
    )
    row, column, main, anti = (
        [_by_ends(every[line], kinds, way, later) for way in range(CARDS + 1)] for line, later in _ACROSS
    )
    return Lines(outer, tuple(zip(row, column, main, anti, strict=True)))


def _line(line: int, care: float, expansion: bool) -> _Line:
    """What a line promises by its three cells, some of them free."""
    cards = range(CARDS if expansion else COLOURS)
    likely = shares(expansion=expansion)[: len(cards)]
    table: _Line = {cells: float(points(line, *cells)) for cells in product(cards, repeat=3)}

    for free in ((2,), (1,), (0,), (1, 2), (0, 2), (0, 1), (0, 1, 2)):
        for cells in product(*((_EMPTY,) if at in free else cards for at in range(3))):
            at = free[0]
            each = [table[*cells[:at], card, *cells[at + 1 :]] for card in cards]
            mean = sum(share * value for share, value in zip(likely, each, strict=True))
            table[cells] = care * max(each) + (1 - care) * mean
    return table


def _by_state(table: _Line, cards: Sequence[int], *, backwards: bool) -> tuple[int, ...]:
    states = [0] * (1 << 3 * BITS)
    for cells in product((*cards, _EMPTY), repeat=3):
        first, middle, last = ((card + 1) % (CARDS + 1) for card in (cells[::-1] if backwards else cells))
        states[first | middle << BITS | last << 2 * BITS] = round(POINT * table[cells])
    return tuple(states)


def _by_ends(table: _Line, cards: Sequence[int], centre: int, backwards: bool) -> tuple[int, ...]:
    """By the lower end on the ring and, four bits up, the upper one; ``centre`` may be unknown."""
    ends = [0] * (1 << 2 * BITS)
    if centre != UNKNOWN and centre not in cards:
        return tuple(ends)
    likely = shares(expansion=len(cards) > COLOURS)
    for one, other in product((*cards, _EMPTY), repeat=2):
        lower, upper = (other, one) if backwards else (one, other)
        if centre == UNKNOWN:
            promise = sum(likely[card] * table[one, card, other] for card in cards)
        else:
            promise = table[one, centre, other]
        ends[(lower + 1) % (CARDS + 1) | (upper + 1) % (CARDS + 1) << BITS] = round(POINT * promise)
    return tuple(ends)


MEAN: Final = (5.0, 9.3)
"""Points a round, without and with the expansion, measured over rounds of sound players."""
DEVIATION: Final = (1.5, 3.3)
AGAINST: Final = (-0.12, -0.39)
"""Correlation of two players' points in a round."""
STEEP: Final = 1.2
"""The slope of the logistic curve that approximates the normal distribution of two players' difference."""

_MOMENTS: Final = tuple(NormalDist().inv_cdf((2 * step + 1) / 14) for step in range(7))


def chances(points: Sequence[float], target: int, *, expansion: bool) -> tuple[float, ...]:
    """Each seat's chance to win after a round that ended with these points. Tie-breaks are fractions."""
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
    # A round without points is played again.
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
