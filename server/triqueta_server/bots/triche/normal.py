"""Level normal: weighs each placement by what it does to its own carré and to the others.

It looks one decision ahead. Other bots are measured against it, so its play must not change.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from triqueta_protocol.games.triche import (
    FACE_DOWN,
    AnyAction,
    Cells,
    Conquer,
    Mine,
    Place,
    Public,
    Redraw,
    SetUp,
    Swap,
)
from triqueta_protocol.games.triche_cards import (
    CARDS,
    CELLS,
    CENTRE,
    COLOURS,
    LINES,
    OUTER_CELLS,
    OUTER_LINES,
    UNTURNED,
    WAYS,
    most_points,
    points,
)
from triqueta_server.bots.triche.evaluate import shares
from triqueta_server.bots.triche.legal_moves import actions_of

CARE: Final = 0.35
"""How far a free cell is taken to get the best card for a line rather than an average one."""


_SHARES: Final = (shares(expansion=False), shares(expansion=True))


@lru_cache(maxsize=1 << 17)
def _promise(line: int, first: int | None, middle: int | None, last: int | None, expansion: bool) -> float:
    """What a line promises; None is a free cell."""
    on_line = (first, middle, last)
    if first is not None and middle is not None and last is not None and middle != FACE_DOWN:
        return float(points(line, first, middle, last))
    at = 1 if middle == FACE_DOWN else on_line.index(None)
    kinds = CARDS if expansion else COLOURS
    each = [_promise(line, *on_line[:at], card, *on_line[at + 1 :], expansion) for card in range(kinds)]
    mean = sum(share * value for share, value in zip(_SHARES[expansion], each, strict=False))
    return mean if on_line[at] is not None else CARE * max(each) + (1 - CARE) * mean


@lru_cache(maxsize=1 << 16)
def promise(cells: Cells, expansion: bool) -> float:
    """What a carré promises: the points of complete lines, and part of those that may come.

    A known centre counts the better way round.
    """
    centre = cells[CENTRE]
    assert centre is not None
    ways = (FACE_DOWN,) if centre == FACE_DOWN else WAYS[centre]
    outer = sum(_promise(line, *(cells[cell] for cell in LINES[line]), expansion) for line in OUTER_LINES)
    return outer + max(
        sum(
            _promise(line, cells[cut[0]], way, cells[cut[2]], expansion)
            for line, cut in enumerate(LINES)
            if cut[1] == CENTRE
        )
        for way in ways
    )


@lru_cache(maxsize=1 << 15)
def openings(cells: Cells, expansion: bool) -> tuple[frozenset[int], ...]:
    """The ways to conquer a carré: for each cell that would complete a line, the cards that fit there."""
    kinds = CARDS if expansion else COLOURS
    found = []
    for cell in OUTER_CELLS:
        lines = [line for line in OUTER_LINES if cell in LINES[line]]
        if cells[cell] is None and any(_misses_one(cells, line) for line in lines):
            fitting = frozenset(
                card
                for card in range(kinds)
                if all(
                    most_points(line, *(card if at == cell else cells[at] for at in LINES[line]), kinds)
                    for line in lines
                )
            )
            if fitting:
                found.append(fitting)
    return tuple(found)


def _misses_one(cells: Cells, line: int) -> bool:
    return [cells[cell] for cell in LINES[line]].count(None) == 1


ENVY: Final = 0.8
"""How much other carrés count against the seat's own."""

FEAR: Final = 0.1
"""Share of a carré's advantage that is written off if it can be conquered."""

HOPE: Final = 0.1
"""Share of another carré's advantage that counts if it can be conquered on the next turn."""

READY: Final = 0.6
"""What a cell is worth in which a card of the hand finishes a line of the seat's own carré."""

RARE: Final = 2 / 3
"""Probability that a card does not fit an opening."""


class Table:
    """The carrés as this player knows them, and who owns which."""

    def __init__(self, public: Public, mine: Mine, seat: int) -> None:
        self.seat = seat
        self.expansion = public.expansion
        self.carres = list(public.carres)
        if mine.centre is not None and public.phase not in ("set_up", "over"):
            self.carres[seat] = _with(self.carres[seat], CENTRE, mine.centre)
        self.owners = list(public.owners)
        self.hands = public.hands
        self.cards = frozenset(way for card in mine.hand for way in WAYS[card])

    def value(self) -> float:
        """The value of the position: the seat's own carré, less what others have and may take."""
        carres = [self.owners.index(seat) for seat in range(len(self.owners))]
        worth = [promise(self.carres[carre], self.expansion) for carre in carres]
        own = worth[self.seat]
        others = [seat for seat in range(len(worth)) if seat != self.seat]
        rivals = sum(worth[seat] for seat in others) / len(others)
        risk = hope = 0.0
        ways_in = openings(self.carres[carres[self.seat]], self.expansion)
        for other in others:
            if ways_in and self.hands[other] and own > worth[other]:
                likely = 1 - RARE ** (self.hands[other] * min(len(ways_in), 2))
                risk += likely * (own - worth[other])
            if self.cards and worth[other] > own:
                into = openings(self.carres[carres[other]], self.expansion)
                if any(fitting & self.cards for fitting in into):
                    hope = max(hope, worth[other] - own)
        ready = sum(1 for fitting in ways_in if fitting & self.cards)
        return own - ENVY * rivals - FEAR * risk / len(others) + HOPE * hope + READY * ready

    def lay(self, action: Place) -> None:
        self.carres[action.carre] = _with(self.carres[action.carre], action.cell, action.card)

    def exchange(self, one: int, other: int) -> None:
        """Two carrés change owners."""
        self.owners[one], self.owners[other] = self.owners[other], self.owners[one]


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Choose the action that leaves the best position."""
    if public.phase == "redraw":
        return _redraw(mine)
    actions = [(action, choice.conquer) for choice in mine.choices for action in actions_of(choice)]
    values = [_value(public, mine, seat, action, conquer=conquer) for action, conquer in actions]
    best = max(values)
    return rng.choice([action for (action, _), value in zip(actions, values, strict=True) if value == best])


def _value(public: Public, mine: Mine, seat: int, action: AnyAction, *, conquer: bool) -> float:
    table = Table(public, mine, seat)
    match action:
        case SetUp():
            return _set_up_value(table, action)
        case Place():
            table.cards = _without(mine.hand, action.card)
            table.lay(action)
            value = table.value()
            if conquer:
                table.exchange(table.owners.index(seat), action.carre)
                value = max(value, table.value())
            return value
        case Conquer() | Swap() if action.yes:
            assert public.last is not None
            assert public.turn is not None
            table.exchange(table.owners.index(public.turn), public.last.carre)
    return table.value()


def _set_up_value(table: Table, action: SetUp) -> float:
    cells: list[int | None] = [None] * CELLS
    cells[CENTRE] = action.centre
    for cell, card in zip(action.cells, action.cards, strict=True):
        cells[cell] = card
    carre = tuple(cells)
    ways_in = openings(carre, table.expansion)
    return promise(carre, table.expansion) - FEAR * len(ways_in)


def _redraw(mine: Mine) -> AnyAction:
    """Redraw single-coloured cards while that is allowed, all but one of each colour."""
    if mine.choices[0].pick is None:
        return mine.choices[0].action
    return Redraw(tuple(at for at, card in enumerate(mine.hand) if card < COLOURS and card in mine.hand[:at]))


def _with(cells: Cells, cell: int, card: int) -> Cells:
    return (*cells[:cell], card, *cells[cell + 1 :])


def _without(hand: Sequence[int], card: int) -> frozenset[int]:
    """The ways in which the cards of a hand can lie after one is gone."""
    left = list(hand)
    left.remove(UNTURNED[card])
    return frozenset(way for one in left for way in WAYS[one])
