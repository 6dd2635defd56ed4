"""What others' cards probably are, from how carrés were set up and from what was laid last.

Nobody is taken to play just so: what does not fit is only held to be less likely.
"""

from itertools import combinations
from typing import Final

from protocol.games.triche import Public
from protocol.games.triche_cards import COLOURS, UNTURNED
from server.bots.triche.carres import CARD, Carre, to_lay
from server.bots.triche.lines import POINT, UNKNOWN
from server.bots.triche.policy import Policy
from server.games.triche.actions import KINDS, PAIRS, SLOTS, set_up
from server.games.triche.lookups import BITS, DIGIT, LAID, UNITS
from server.games.triche.position import Position

SURPRISE: Final = 0.1
"""How likely what nobody sound would have done is held to be, beside the likeliest."""

TOLERANCE: Final = POINT // 4
"""A card explains a hand if it could bring so nearly as much as the best that the hand allowed."""

_PAIR: Final = {pair: at for at, pair in enumerate(PAIRS)}


def centres(grid: int, policy: Policy, *, expansion: bool) -> dict[int, float]:
    """By card: how well it explains, as the centre, two of the open cards of a carré; the best has 1.

    Which two of the open cards came with the set-up is not known, so all pairs are tried.
    """
    laid = [
        (cell, (grid >> BITS * slot & DIGIT) - 1)
        for cell, slot in sorted(SLOTS.items())
        if grid >> BITS * slot & DIGIT
    ]
    found: dict[int, float] = {}
    for centre in KINDS if expansion else range(COLOURS):
        likely = 0.0
        for (cell, first), (further, second) in combinations(laid, 2):
            three = (centre, UNTURNED[first], UNTURNED[second])
            best = policy.set_ups(sum([UNITS[card] for card in three]))
            if set_up(centre, first, second, _PAIR[cell, further]) in best:
                # Any of the like cards of the three can be the one in the centre.
                likely += 1 / (len(best) * three.count(centre))
        found[centre] = likely
    most = max(found.values())
    if not most:
        return dict.fromkeys(found, 1.0)
    return {card: max(SURPRISE, likely / most) for card, likely in found.items()}


class LastCard:
    """Whether a hand explains what its player laid last."""

    def __init__(self, public: Public, seat: int, policy: Policy) -> None:
        last = public.last
        self._told = (
            last is not None
            and public.phase == "place"
            and last.seat != seat
            # A carré that was conquered with this card tells of a choice that is not seen any more.
            and (public.owners[last.carre] != last.seat or last.carre == last.seat)
        )
        if last is None:
            return
        self._last = last
        self._slot = SLOTS[last.cell]
        self._carres = policy.carres
        self._seats = len(public.owners)
        self._own = public.owners.index(last.seat)

    def explains(self, position: Position) -> bool:
        """In this world the player had no card that could bring much more."""
        if not self._told:
            return True
        last, book = self._last, self._carres
        seat, own = last.seat, self._own
        grids = position.grids[:]
        grids[last.carre] ^= LAID[last.card][self._slot]
        seen = [
            book.at(grid, position.centres[seat] if carre == seat else UNKNOWN)
            for carre, grid in enumerate(grids)
        ]
        envy = book.envy / (self._seats - 1)
        hand = position.hands[seat] + UNITS[last.card]
        best = laid = -float("inf")
        for card, _ in to_lay(hand):
            gain = self._best(card, seen, own, envy)
            best = max(best, gain)
            if card >> CARD == UNTURNED[last.card]:
                laid = gain
        return laid >= best - TOLERANCE

    def _best(self, card: int, seen: list[Carre], own: int, envy: float) -> float:
        """What the best placement of a card was worth to whoever owns a carré."""
        mine = seen[own]
        best, ready = -float("inf"), 0
        if mine.free:
            worth, _, ready = mine.own.get(card) or mine.lay_own(card)
            best = worth - mine.promise
        for carre, other in enumerate(seen):
            if carre != own and other.free:
                worst, quiet, won, conquest = other.foreign.get(card) or other.lay_foreign(card)
                if quiet >= 0:
                    best = max(best, envy * (other.promise - worst) + ready)
                if conquest >= 0:
                    best = max(best, won - mine.promise - envy * (mine.promise - other.promise))
        return best
