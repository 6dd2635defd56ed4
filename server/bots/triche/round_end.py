"""Plays a round to its end, each seat with its taste and from what it can see, and says what it brings."""

from collections.abc import Sequence
from typing import Final

from server.bots.triche.carres import Carre, Carres, to_lay
from server.bots.triche.lines import UNKNOWN
from server.games.triche.lookups import LAID
from server.games.triche.position import Position
from server.games.triche.scoring import best_centre, outer_points

_SLOT: Final = 7
_WAY_SHIFT: Final = 3
_OWN, _QUIET, _CONQUEST = range(3)


def play(position: Position, judges: Sequence[Carres]) -> list[int]:
    """The points of every seat when the round is over, from a moment at which cards are laid.

    ``judges`` are the carrés as each seat judges them; like ones are the same object.
    """
    seats = position.seats
    if seats == 2:
        envies = [judge.envy for judge in judges]
    else:
        envies = [judge.envy / (seats - 1) for judge in judges]
    grids, centres = position.grids[:], position.centres
    carre_of, hands = position.carre_of[:], position.hands[:]
    views: list[list[Carre]] = [[] for _ in range(seats)]
    for carre in range(seats):
        _see(views, judges, carre, grids[carre], centres[carre])
    turn = position.turn
    for _ in range(position.left):
        seen, own = views[turn], carre_of[turn]
        mine = seen[own]
        promise, envy = mine.promise, envies[turn]
        best, what, where, into, rest = -float("inf"), -1, 0, 0, 0
        free, laid = mine.free, mine.own
        asked = to_lay(hands[turn])
        for card, left in asked:
            if free:
                worth, place = laid.get(card) or mine.lay_own(card)
                if worth - promise > best:
                    best, what, where, into, rest = worth - promise, _OWN, place, own, left
            ready = mine.ready(card & 511) if free else 0
            for carre in range(seats):
                if carre == own or not (other := seen[carre]).free:
                    continue
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
        _see(views, judges, into, grid, centres[into])
        if what == _CONQUEST or (what < 0 and _swaps(views, carre_of, own, into)):
            owner = carre_of.index(into)
            carre_of[turn], carre_of[owner] = into, own
        turn = (turn + 1) % seats
    return [
        points + outer_points(grids[carre]) + best_centre(grids[carre], centres[carre])[1]
        for points, carre in zip(position.points, carre_of, strict=True)
    ]


def _see(views: list[list[Carre]], judges: Sequence[Carres], carre: int, grid: int, centre: int) -> None:
    """Show a carré to every seat; only its builder knows the centre."""
    for seat, (seen, judge) in enumerate(zip(views, judges, strict=True)):
        one = judge.at(grid, centre if seat == carre else UNKNOWN)
        if carre < len(seen):
            seen[carre] = one
        else:
            seen.append(one)


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
