"""A sound player: weighs each placement by what it does to the own carré and to the others'.

It looks at the position after its own decision and no further. Other bots are measured against it, so its
play stays as it is.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from protocol.games.triche import AnyAction, Cells, Conquer, Mine, Place, Public, Redraw, SetUp, Swap
from protocol.games.triche_cards import CELLS, CENTRE, COLOURS, UNTURNED, WAYS
from server.bots.triche.families import members
from server.bots.triche.prospects import openings, promise

ENVY: Final = 0.8
"""How much what others have counts against the own carré."""

FEAR: Final = 0.1
"""How much of a carré's advantage is given up for lost if it can be conquered."""

HOPE: Final = 0.1
"""How much of another carré's advantage counts if it can be conquered next time."""

READY: Final = 0.6
"""How much a cell counts in which a card of the own hand finishes a line of the own carré."""

RARE: Final = 2 / 3
"""How likely a card is not to be the one that fits an opening."""


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
        """How good the position is: the own carré, less what others have and may take."""
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
    """Whatever leaves the best position."""
    if public.phase == "redraw":
        return _redraw(mine)
    actions = [(action, choice.conquer) for choice in mine.choices for action in members(choice)]
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
    """Exchange single-coloured cards while that is allowed, all but one of each colour."""
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
