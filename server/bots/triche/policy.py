"""What a player with a taste does at once in decisions other than laying a card."""

from random import Random
from typing import Final

from protocol.games.triche_cards import COLOURS
from server.bots.triche.carres import SLOTS_IN, Carres
from server.bots.triche.lines import POINT, UNKNOWN
from server.games.triche.actions import CARRE_SHIFT, CONQUER, REDRAW, SLOT_MASK, SLOTS, SWAP, read_set_up
from server.games.triche.lookups import COMPLETED, EVERY_SLOT, LAID, cards, set_ups
from server.games.triche.position import Position

EXPOSED: Final = POINT // 10
"""What a cell counts against a set-up in which others could complete a line."""


class Policy:
    """Judges with the carrés of one taste."""

    def __init__(self, carres: Carres) -> None:
        self.carres = carres
        self._set_ups: dict[int, tuple[int, ...]] = {}

    def set_up(self, hand: int, rng: Random) -> int:
        best = self.set_ups(hand)
        return best[int(rng.random() * len(best))]

    def set_ups(self, hand: int) -> tuple[int, ...]:
        """The best ways to set up a carré, all equally good."""
        best = self._set_ups.get(hand)
        if best is None:
            worth = {action: self.set_up_worth(action) for action in set_ups(hand)}
            most = max(worth.values())
            best = self._set_ups[hand] = tuple(action for action, got in worth.items() if got == most)
        return best

    def set_up_worth(self, action: int) -> int:
        centre, first, second, (one, other) = read_set_up(action)
        slot, further = SLOTS[one], SLOTS[other]
        grid = LAID[first][slot] | LAID[second][further]
        free = EVERY_SLOT ^ 1 << slot ^ 1 << further
        exposed = sum(1 for open_ in SLOTS_IN[free] if COMPLETED[open_][free ^ 1 << open_])
        return self.carres.promise(grid, centre) - EXPOSED * exposed

    def redraw(self, position: Position, seat: int) -> int:
        """Exchange single-coloured cards while that is allowed, all but one of each colour."""
        if len(position.legal(seat)) == 1:
            return REDRAW
        hand = cards(position.hands[seat])
        return REDRAW + sum(1 << at for at, card in enumerate(hand) if card < COLOURS and card in hand[:at])

    def takes(self, position: Position, seat: int) -> bool:
        """Whether to conquer, or to swap."""
        carre = position.last >> CARRE_SHIFT & SLOT_MASK
        former = position.carre_of[position.turn]
        taken = self._promise(position, carre, seat)
        given = self._promise(position, former, seat)
        return taken > given if position.phase == "conquer" else given > taken

    def _promise(self, position: Position, carre: int, seat: int) -> int:
        return self.carres.promise(
            position.grids[carre], position.centres[carre] if carre == seat else UNKNOWN
        )


def settle(position: Position, policy: Policy, rng: Random) -> None:
    """Play on until cards are laid again, or the round is over."""
    round_ = position.round
    while position.phase != "place" and position.owing and position.round == round_:
        seat = position.owing[0]
        match position.phase:
            case "set_up":
                action = policy.set_up(position.hands[seat], rng)
            case "redraw":
                action = policy.redraw(position, seat)
            case "conquer":
                action = CONQUER + policy.takes(position, seat)
            case _:
                action = SWAP + policy.takes(position, seat)
        position.apply(seat, action)
