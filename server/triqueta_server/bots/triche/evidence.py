"""What other seats' cards probably are, inferred from their set-ups and from the last card laid.

Nothing is ruled out: what does not fit is only less likely.
"""

from itertools import combinations
from typing import Final

from triqueta_protocol.games.triche import Public
from triqueta_protocol.games.triche_cards import COLOURS, UNTURNED
from triqueta_server.bots.triche.evaluate import CARD, POINT, UNKNOWN, Carre, to_lay
from triqueta_server.bots.triche.rollout import Policy
from triqueta_server.games.triche.actions import KINDS, PAIRS, SLOTS, set_up
from triqueta_server.games.triche.lookups import BITS, DIGIT, LAID, UNITS
from triqueta_server.games.triche.position import Position

SURPRISE: Final = 0.1
"""Likelihood of what no sound player would have done, relative to the likeliest."""

TOLERANCE: Final = POINT // 4
"""A hand explains the card laid if no other card of it would have brought this much more."""

_PAIR: Final = {pair: at for at, pair in enumerate(PAIRS)}


def centres(grid: int, policy: Policy, *, expansion: bool) -> dict[int, float]:
    """By card: how well it explains, as the centre, the open cards of a carré; the best has 1.

    It is not known which two open cards came with the set-up, so all pairs are tried.
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
        self._informative = (
            last is not None
            and public.phase == "place"
            and last.seat != seat
            # After a conquest with this card, the choice cannot be reconstructed any more.
            and (public.owners[last.carre] != last.seat or last.carre == last.seat)
        )
        if last is None:
            return
        self._last = last
        self._slot = SLOTS[last.cell]
        self._evaluator = policy.evaluator
        self._seats = len(public.owners)
        self._own = public.owners.index(last.seat)

    def explains(self, position: Position) -> bool:
        """Whether the player had no card in this world that would have brought much more."""
        if not self._informative:
            return True
        last, evaluator = self._last, self._evaluator
        seat, own = last.seat, self._own
        grids = position.grids[:]
        grids[last.carre] ^= LAID[last.card][self._slot]
        seen = [
            evaluator.at(grid, position.centres[seat] if carre == seat else UNKNOWN)
            for carre, grid in enumerate(grids)
        ]
        envy = evaluator.envy / (self._seats - 1)
        hand = position.hands[seat] + UNITS[last.card]
        best = laid = -float("inf")
        for card, _ in to_lay(hand):
            gain = self._best(card, seen, own, envy)
            best = max(best, gain)
            if card >> CARD == UNTURNED[last.card]:
                laid = gain
        return laid >= best - TOLERANCE

    def _best(self, card: int, seen: list[Carre], own: int, envy: float) -> float:
        """What the best placement of a card was worth to the owner of a carré."""
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
