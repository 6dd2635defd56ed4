"""Rollouts: each seat plays from what it can see, with the same evaluation, to the end of the round."""

from collections.abc import Sequence
from random import Random
from typing import Final

from triqueta_protocol.games.triche_cards import COLOURS
from triqueta_server.bots.triche.evaluate import POINT, SLOTS_IN, UNKNOWN, Carre, Evaluator, to_lay
from triqueta_server.games.triche.actions import (
    CARRE_SHIFT,
    CONQUER,
    REDRAW,
    SLOT_MASK,
    SLOTS,
    SWAP,
    read_set_up,
)
from triqueta_server.games.triche.lookups import BITS, COMPLETED, EVERY_SLOT, LAID, cards, set_ups
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.scoring import best_centre, outer_points

_SLOT: Final = 7
_WAY_SHIFT: Final = 3
_NOTHING: Final = -float("inf")
_OWN, _QUIET, _CONQUEST = range(3)


def play_to_round_end(position: Position, evaluator: Evaluator) -> list[int]:
    """The points of every seat when the round is over, starting where a card is to be laid."""
    seats = position.seats
    every_seat = range(seats)
    envy = evaluator.envy / (seats - 1)
    known, at = evaluator.known, evaluator.at
    grids, centres = position.grids[:], position.centres
    carre_of, hands = position.carre_of[:], position.hands[:]
    views = [[at(grid, UNKNOWN) for grid in grids] for _ in every_seat]
    for seat in every_seat:
        views[seat][seat] = at(grids[seat], centres[seat])
    turn = position.turn
    for _ in range(position.left):
        seen, own = views[turn], carre_of[turn]
        mine = seen[own]
        promise = mine.promise
        best, what, where, into, rest = _NOTHING, -1, 0, 0, 0
        laid = mine.own if mine.free else None
        others = [(carre, seen[carre]) for carre in every_seat if carre != own and seen[carre].free]
        for card, left in to_lay(hands[turn]):
            ready = 0
            if laid is not None:
                worth, place, ready = laid.get(card) or mine.lay_own(card)
                worth -= promise
                if worth > best:
                    best, what, where, into, rest = worth, _OWN, place, own, left
            for carre, other in others:
                worst, quiet, won, conquest = other.foreign.get(card) or other.lay_foreign(card)
                if quiet >= 0:
                    gain = envy * (other.promise - worst) + ready
                    if gain > best:
                        best, what, where, into, rest = gain, _QUIET, quiet, carre, left
                    if conquest >= 0:
                        gain = won - promise - envy * (promise - other.promise)
                        if gain > best:
                            best, what, where, into, rest = gain, _CONQUEST, conquest, carre, left
        if what < 0:
            into, where, rest = _forced(seen, own, hands[turn])
        hands[turn] = rest
        grids[into] = grid = grids[into] | LAID[where >> _WAY_SHIFT][where & _SLOT]
        shown = known.get(grid << BITS | UNKNOWN) or at(grid, UNKNOWN)
        for view in views:
            view[into] = shown
        # Only the seat that built a carré knows its centre.
        views[into][into] = at(grid, centres[into])
        if what == _CONQUEST or (what < 0 and _swaps(views, carre_of, own, into)):
            owner = carre_of.index(into)
            carre_of[turn], carre_of[owner] = into, own
        turn = (turn + 1) % seats
    return [
        points + outer_points(grids[carre]) + best_centre(grids[carre], centres[carre])[1]
        for points, carre in zip(position.points, carre_of, strict=True)
    ]


def _forced(seen: Sequence[Carre], own: int, hand: int) -> tuple[int, int, int]:
    """The carré, the placement and the rest of the hand if no card fits and the seat's carré is full."""
    best, found = -float("inf"), (0, 0, 0)
    for carre, other in enumerate(seen):
        if carre != own and other.free:
            for card, left in to_lay(hand):
                after, place = other.spoil(card >> 9)
                if other.promise - after > best:
                    best, found = other.promise - after, (carre, place, left)
    return found


def _swaps(views: Sequence[Sequence[Carre]], carre_of: Sequence[int], offered: int, spoiled: int) -> bool:
    """Whether the owner of a spoiled carré takes the other one for it."""
    seen = views[carre_of.index(spoiled)]
    return seen[offered].promise > seen[spoiled].promise


EXPOSED: Final = POINT // 10
"""What a set-up loses for each cell in which other seats could complete a line."""


class Policy:
    """What a player does in decisions other than laying a card."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._set_ups: dict[int, tuple[int, ...]] = {}

    def set_up(self, hand: int, rng: Random) -> int:
        best = self.set_ups(hand)
        return best[int(rng.random() * len(best))]

    def set_ups(self, hand: int) -> tuple[int, ...]:
        """The best set-ups of a carré, all equally good."""
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
        return self.evaluator.promise(grid, centre) - EXPOSED * exposed

    def redraw(self, position: Position, seat: int) -> int:
        """Redraw single-coloured cards while that is allowed, all but one of each colour."""
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
        return self.evaluator.promise(
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
