"""Plays a round to its end, each seat from what it can see, and says what it brings."""

from collections.abc import Sequence
from typing import Final

from server.bots.triche.carres import Carre, Carres, to_lay
from server.bots.triche.lines import UNKNOWN
from server.games.triche.lookups import BITS, LAID
from server.games.triche.position import Position
from server.games.triche.scoring import best_centre, outer_points

_SLOT: Final = 7
_WAY_SHIFT: Final = 3
_NOTHING: Final = -float("inf")
_OWN, _QUIET, _CONQUEST = range(3)


def play(position: Position, judge: Carres) -> list[int]:
    """The points of every seat when the round is over, from a moment at which cards are laid."""
    seats = position.seats
    everybody = range(seats)
    envy = judge.envy / (seats - 1)
    met, at = judge.met, judge.at
    grids, centres = position.grids[:], position.centres
    carre_of, hands = position.carre_of[:], position.hands[:]
    views = [[at(grid, UNKNOWN) for grid in grids] for _ in everybody]
    for seat in everybody:
        views[seat][seat] = at(grids[seat], centres[seat])
    turn = position.turn
    for _ in range(position.left):
        seen, own = views[turn], carre_of[turn]
        mine = seen[own]
        promise = mine.promise
        best, what, where, into, rest = _NOTHING, -1, 0, 0, 0
        laid = mine.own if mine.free else None
        others = [(carre, seen[carre]) for carre in everybody if carre != own and seen[carre].free]
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
        shown = met.get(grid << BITS | UNKNOWN) or at(grid, UNKNOWN)
        for view in views:
            view[into] = shown
        # Only who built a carré knows its centre.
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
    """Where to lay a card if none fits and the own carré is full; where and how; and the rest of the hand."""
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
