"""Carrés as somebody sees them: what they promise, and the best placements in them, worked out once.

A play-out comes upon the same carrés again and again, so each is remembered with whatever was asked about it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from protocol.games.triche_cards import WAYS
from server.bots.triche.lines import POINT, lines
from server.games.triche.actions import KIND_OF, KINDS, RING
from server.games.triche.lookups import (
    BITS,
    COMPLETED,
    DIGIT,
    EVERY_SLOT,
    LAID,
    NOWHERE,
    UNITS,
    cards,
    fitting,
    fitting_with_diagonals,
)

MOST_REMEMBERED: Final = 1 << 15

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
    """Each different card of a hand as carrés are asked about it, and the hand without it."""
    found = []
    for card in dict.fromkeys(cards(hand)):
        rest = hand - UNITS[card]
        kinds = sum(1 << kind for kind in range(len(KINDS)) if rest >> BITS * kind & DIGIT)
        found.append((card << CARD | kinds, rest))
    return tuple(found)


@dataclass(frozen=True)
class Taste:
    """What somebody makes of a position."""

    care: float
    """How far free cells are filled with the best card rather than with any."""
    envy: float
    """How much what others have counts against the own carré."""
    ready: float
    """How much a cell counts in which a card of the own hand finishes a line of the own carré."""


Own = tuple[int, int, int]
"""What the own carré is worth after the best placement in it, and that placement, ``way << 3 | slot``; what
cards that stay in the hand add to it if this card is laid elsewhere."""
Foreign = tuple[int, int, int, int]
"""What another's carré promises after the worst that can be done to it, that placement, or -1 if nothing
fits; what it is worth after the best conquest, and that placement, or -1."""


Placements = list[tuple[int, int, int, int]]
"""The most that a placement can be worth, what it promises, the placement, and the grid after it."""
Fitting = tuple[int, int, list[tuple[int, int, int]]]
"""As in ``Foreign``; and of each conquest what it promises, the placement, and the grid after it."""


class Carre:
    """A carré of which somebody knows the centre or not."""

    __slots__ = (
        "_book",
        "_centre",
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

    def __init__(self, book: "Carres", grid: int, centre: int) -> None:
        self._book = book
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
        self.promise = book.promise(grid, centre)
        self._placements: dict[int, Placements] = {}
        self._fitting: dict[int, Fitting] = {}
        self.own: dict[int, Own] = {}
        self.foreign: dict[int, Foreign] = {}

    def fits(self) -> bytes:
        """By card: the mask of slots in which it fits if somebody else owns the carré."""
        fits = self._fits
        if fits is None:
            fits = self._fits = self._book.fitting(self.grid) if self.free else NOWHERE
        return fits

    def ready(self, kinds: int) -> int:
        """What it is worth that cards of these kinds finish lines here."""
        worth = self._ready.get(kinds)
        if worth is None:
            openings = self._openings
            if openings is None:
                openings = self._openings = self._kinds_that_finish()
            worth = self._book.readiness * sum([1 for fitting in openings if fitting & kinds])
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
        at, centre = self._book.at, self._centre
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
        promise, grid, centre, free = self._book.promise, self.grid, self._centre, self.free
        readiness = self._book.readiness
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
        """The placements of a card for somebody who does not own the carré."""
        card = asked >> CARD
        without = self._fitting.get(card)
        if without is None:
            without = self._fitting[card] = self._all_fitting(card)
        worst, quiet, conquests = without
        kinds = asked & _KINDS_MASK
        best, conquest = -1, -1
        for promise, place, grid in conquests:
            worth = promise + self._book.at(grid, self._centre).ready(kinds) if kinds else promise
            if worth > best:
                best, conquest = worth, place
        self.foreign[asked] = found = (worst, quiet, best, conquest)
        return found

    def _all_fitting(self, card: int) -> Fitting:
        """The worst that a card can do here, and every conquest with it."""
        promise, grid, centre, fits = self._book.promise, self.grid, self._centre, self.fits()
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
        """The worst that a card can do here if it need not fit, and the placement."""
        return min(
            (self._book.promise(self.grid | LAID[way][slot], self._centre), way << 3 | slot)
            for way in WAYS[card]
            for slot in SLOTS_IN[self.free]
        )


class Carres:
    """All carrés that were met, judged with one taste."""

    def __init__(self, taste: Taste, *, expansion: bool, diagonals: bool) -> None:
        tables = lines(taste.care, expansion)
        self._top, self._right, self._bottom, self._left = tables.outer
        self._through = tables.through
        self.met: dict[int, Carre] = {}
        self.envy = taste.envy
        self.readiness = round(POINT * taste.ready)
        self.fitting = fitting_with_diagonals if expansion and diagonals else fitting

    def at(self, grid: int, centre: int) -> Carre:
        """``centre`` as it was laid, or ``lines.UNKNOWN``."""
        carre = self.met.get(grid << BITS | centre)
        if carre is None:
            carre = self.met[grid << BITS | centre] = Carre(self, grid, centre)
        return carre

    def forget(self) -> None:
        """Keep within bounds; asked before a decision, never during one."""
        if len(self.met) > MOST_REMEMBERED:
            self.met.clear()

    def promise(self, grid: int, centre: int) -> int:
        """Thousandths of points; a centre that is known counts the better way round."""
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
