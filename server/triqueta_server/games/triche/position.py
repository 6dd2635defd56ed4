"""The state of a game of Triché, fast enough for searches."""

from collections.abc import Callable, Sequence
from typing import Self

from triqueta_protocol.games.triche import (
    REDRAWS,
    Chose,
    Conquered,
    Opened,
    Phase,
    Placed,
    Redrew,
    RoundBegan,
    RoundEnded,
    Spared,
    Stayed,
    Swapped,
)
from triqueta_protocol.games.triche_cards import HAND, SET_UP_CARDS
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triche.actions import (
    CARD_SHIFT,
    CARRE_SHIFT,
    CONQUER,
    REDRAW,
    RING,
    SET_UP,
    SLOT_MASK,
    SLOTS,
    SWAP,
    read_set_up,
)
from triqueta_server.games.triche.lookups import (
    ALONE,
    COMPLETED,
    CONQUERING,
    EVERY_SLOT,
    IN_HAND,
    KEEPING,
    LAID,
    NOWHERE,
    PLACING,
    REDRAWING,
    SWAPPING,
    UNITS,
    fitting,
    fitting_with_diagonals,
    set_up_possible,
    set_ups,
    ways,
)
from triqueta_server.games.triche.refusals import refusal
from triqueta_server.games.triche.scoring import best_centre, carre_sheet, completed_lines, outer_points
from triqueta_server.games.triche.shuffles import Shuffles, exchanged, few_two_coloured


class Position:
    """The hands, the carrés, and the legal actions.

    A carré has the number of the seat that built it. Legal actions depend only on the seat's hand and on what
    is public, never on a hidden card of another seat.
    """

    __slots__ = (
        "_fitting",
        "carre_of",
        "centres",
        "chosen",
        "ended",
        "expansion",
        "fits",
        "free",
        "grids",
        "hands",
        "held",
        "last",
        "left",
        "owing",
        "owners",
        "phase",
        "pile",
        "points",
        "redraws",
        "round",
        "rounds",
        "seats",
        "shuffles",
        "start",
        "target",
        "turn",
    )

    seats: int
    expansion: bool
    target: int
    shuffles: Shuffles
    round: int
    start: int
    """The seat that starts this round."""
    phase: Phase
    turn: int
    """The seat whose turn it is, even while another one decides about a swap."""
    owing: tuple[int, ...]
    chosen: tuple[int | None, ...]
    """While carrés are set up: what each seat has chosen."""
    grids: list[int]
    """The cards around the centre of each carré, see ``lookups``."""
    free: list[int]
    """Mask of the free slots of each carré."""
    fits: list[bytes]
    """For each carré, by card: the mask of slots in which it fits for seats that do not own the carré."""
    centres: list[int]
    owners: list[int]
    """By carré."""
    carre_of: list[int]
    """By owner."""
    hands: list[int]
    """Packed cards of each seat."""
    held: tuple[tuple[int, ...], ...]
    """While hands are redrawn: the numbers of each seat's cards, in order."""
    pile: frozenset[int]
    """While hands are redrawn: the numbers of the cards in the pile."""
    redraws: tuple[tuple[int, ...], ...]
    """By seat: the number of cards returned each time in this round; 0 for keeping the hand."""
    left: int
    """The number of cards in all hands."""
    last: int
    """The last placement of this round, -1 before the first."""
    points: list[int]
    rounds: tuple[tuple[int, ...], ...]
    """By finished round: the points of each seat."""
    ended: tuple[tuple[int, int, int], ...]
    """Grid, centre and owner of each carré of the round that ended last."""
    _fitting: Callable[[int], bytes]

    def __init__(
        self, seats: int, shuffles: Shuffles, start: int, *, expansion: bool, target: int, diagonals: bool
    ) -> None:
        """Begin the first round, with seat ``start`` to start it."""
        self.seats = seats
        self.expansion = expansion
        self.target = target
        self.shuffles = shuffles
        self._fitting = fitting_with_diagonals if expansion and diagonals else fitting
        self.points = [0] * seats
        self.rounds = ()
        self.ended = ()
        self.round = 1
        self.start = start
        self._deal()

    @property
    def diagonals(self) -> bool:
        return self._fitting is fitting_with_diagonals

    def legal(self, seat: int) -> Sequence[int]:
        if self.phase == "place":
            return self._placements(seat) if seat == self.turn else ()
        if seat not in self.owing:
            return ()
        match self.phase:
            case "set_up":
                return set_ups(self.hands[seat])
            case "redraw":
                return REDRAWING if few_two_coloured(self.held[seat], self.shuffles.cards) else KEEPING
            case "conquer":
                return CONQUERING
        return SWAPPING

    def apply(self, seat: int, action: int, events: list[TableEvent] | None = None) -> None:
        """Apply a legal action; an illegal one raises ``RefusalError`` and changes nothing."""
        if self.phase != "place":
            if self.phase == "set_up":
                legal = seat in self.owing and action in set_up_possible(self.hands[seat])
            else:
                legal = action in self.legal(seat)
            if not legal:
                raise refusal(self, seat, action)
            self._decide(seat, action, events)
            return
        if seat != self.turn or not 0 <= action < CONQUER:
            raise refusal(self, seat, action)
        card, carre, slot = action >> CARD_SHIFT, action >> CARRE_SHIFT & SLOT_MASK, action & SLOT_MASK
        hand = self.hands[seat]
        if not hand & IN_HAND[card] or carre >= self.seats or not self.free[carre] >> slot & 1:
            raise refusal(self, seat, action)
        own = self.carre_of[seat]
        forced = carre != own and not self.fits[carre][card] >> slot & 1
        if forced and (self.free[own] or self._anything_fits(seat)):
            raise refusal(self, seat, action)
        self.hands[seat] = hand - UNITS[card]
        self.grids[carre] = grid = self.grids[carre] | LAID[card][slot]
        self.free[carre] = free = self.free[carre] ^ 1 << slot
        self.fits[carre] = self._fitting(grid) if free else NOWHERE
        self.left -= 1
        self.last = action
        if events is not None:
            lines = completed_lines(grid, slot, free)
            events.append(Placed(seat, card, carre, RING[slot], lines, forced))
        if carre != own:
            if forced:
                self.phase = "swap"
                self.owing = ALONE[self.owners[carre]]
                return
            if COMPLETED[slot][free]:
                self.phase = "conquer"
                return
        self._pass_turn(events)

    def copy(self) -> Self:
        twin = self.__class__.__new__(self.__class__)
        twin.seats = self.seats
        twin.expansion = self.expansion
        twin.target = self.target
        twin.shuffles = self.shuffles
        twin.round = self.round
        twin.start = self.start
        twin.phase = self.phase
        twin.turn = self.turn
        twin.owing = self.owing
        twin.chosen = self.chosen
        twin.grids = self.grids[:]
        twin.free = self.free[:]
        twin.fits = self.fits[:]
        twin.centres = self.centres[:]
        twin.owners = self.owners[:]
        twin.carre_of = self.carre_of[:]
        twin.hands = self.hands[:]
        twin.held = self.held
        twin.pile = self.pile
        twin.redraws = self.redraws
        twin.left = self.left
        twin.last = self.last
        twin.points = self.points[:]
        twin.rounds = self.rounds
        twin.ended = self.ended
        twin._fitting = self._fitting
        return twin

    def _placements(self, seat: int) -> list[int]:
        cards = ways(self.hands[seat])
        own = self.carre_of[seat]
        found: list[int] = []
        for carre, fits in enumerate(self.fits):
            placing = PLACING[carre]
            if carre != own:
                for card in cards:
                    slots = fits[card]
                    if slots:
                        found += placing[card][slots]
            elif slots := self.free[own]:
                for card in cards:
                    found += placing[card][slots]
        if not found:
            for carre, slots in enumerate(self.free):
                if slots and carre != own:
                    for card in cards:
                        found += PLACING[carre][card][slots]
        return found

    def _anything_fits(self, seat: int) -> bool:
        """Whether a card of the hand fits in a carré of another seat."""
        cards = ways(self.hands[seat])
        own = self.carre_of[seat]
        return any(fits[card] for carre, fits in enumerate(self.fits) if carre != own for card in cards)

    def _decide(self, seat: int, action: int, events: list[TableEvent] | None) -> None:
        if action >= SET_UP:
            self._choose_set_up(seat, action, events)
        elif action >= REDRAW:
            self._redraw(seat, action - REDRAW, events)
        else:
            self._exchange(seat, events, conquering=action < SWAP, yes=bool(action & 1))

    def _deal(self) -> None:
        seats = self.seats
        self.phase = "set_up"
        self.turn = self.start
        self.owing = tuple(range(seats))
        self.chosen = (None,) * seats
        self.grids, self.free, self.fits = [0] * seats, [EVERY_SLOT] * seats, [NOWHERE] * seats
        self.centres = [-1] * seats
        self.owners, self.carre_of = list(range(seats)), list(range(seats))
        self.held, self.pile = (), frozenset()
        self.redraws = ((),) * seats
        self.left = HAND * seats
        self.last = -1
        order, cards = self.shuffles.order(self.round, 0), self.shuffles.cards
        self.hands = [
            UNITS[cards[order[at]]] + UNITS[cards[order[at + 1]]] + UNITS[cards[order[at + 2]]]
            for at in range(0, SET_UP_CARDS * seats, SET_UP_CARDS)
        ]

    def _choose_set_up(self, seat: int, action: int, events: list[TableEvent] | None) -> None:
        self.chosen = (*self.chosen[:seat], action, *self.chosen[seat + 1 :])
        self.owing = tuple([other for other in self.owing if other != seat])
        self.hands[seat] = 0
        if events is not None:
            events.append(Chose(seat))
        if not self.owing:
            self._open_carres(events)

    def _open_carres(self, events: list[TableEvent] | None) -> None:
        """Show all carrés at once and deal the hands."""
        opened = []
        for seat, action in enumerate(self.chosen):
            assert action is not None
            centre, first, second, (cell, further) = read_set_up(action)
            one, other = SLOTS[cell], SLOTS[further]
            self.centres[seat] = centre
            self.grids[seat] = grid = LAID[first][one] | LAID[second][other]
            self.free[seat] = EVERY_SLOT ^ 1 << one ^ 1 << other
            self.fits[seat] = self._fitting(grid)
            opened.append(((cell, first), (further, second)))
        if events is not None:
            events.append(Opened(tuple(opened)))
        order, cards = self.shuffles.order(self.round, 0), self.shuffles.cards
        dealt = SET_UP_CARDS * self.seats
        numbers = [order[at : at + HAND] for at in range(dealt, dealt + HAND * self.seats, HAND)]
        self.hands = [sum([UNITS[cards[number]] for number in hand]) for hand in numbers]
        self.phase = "place"
        self.owing = ALONE[self.start]
        if self.expansion:
            self.phase = "redraw"
            self.held = tuple([tuple(sorted(hand)) for hand in numbers])
            self.pile = frozenset(order[dealt + HAND * self.seats :])

    def _redraw(self, seat: int, mask: int, events: list[TableEvent] | None) -> None:
        """Return the cards of a mask and draw as many; every seat is asked until it keeps its hand.

        So other seats cannot tell a seat that may not redraw from one that does not want to.
        """
        count = mask.bit_count()
        redraws = (*self.redraws[seat], count)
        self.redraws = (*self.redraws[:seat], redraws, *self.redraws[seat + 1 :])
        if events is not None:
            events.append(Redrew(seat, count))
        if count:
            shuffle = sum([redrawn > 0 for of_seat in self.redraws for redrawn in of_seat])
            order = self.shuffles.order(self.round, shuffle)
            hand, self.pile = exchanged(self.held[seat], mask, self.pile, order)
            self.held = (*self.held[:seat], hand, *self.held[seat + 1 :])
            self.hands[seat] = sum([UNITS[self.shuffles.cards[number]] for number in hand])
            if len(redraws) < REDRAWS:
                return
        self.turn = (seat + 1) % self.seats
        self.owing = ALONE[self.turn]
        if self.turn == self.start:
            self.phase = "place"

    def _exchange(self, seat: int, events: list[TableEvent] | None, *, conquering: bool, yes: bool) -> None:
        """Settle a conquest, which the seat on turn decides, or a swap, which the carré's owner decides."""
        carre = self.last >> CARRE_SHIFT & SLOT_MASK
        mover, owner = self.turn, self.owners[carre]
        former = self.carre_of[mover]
        if yes:
            self.owners[carre], self.owners[former] = mover, owner
            self.carre_of[mover], self.carre_of[owner] = carre, former
        if events is not None:
            if conquering:
                events.append(Conquered(seat, carre, owner, former) if yes else Spared(seat, carre))
            else:
                events.append(Swapped(seat, carre, mover, former) if yes else Stayed(seat, carre))
        self.phase = "place"
        self._pass_turn(events)

    def _pass_turn(self, events: list[TableEvent] | None) -> None:
        if not self.left:
            self._end_round(events)
            return
        self.turn = turn = (self.turn + 1) % self.seats
        self.owing = ALONE[turn]

    def _end_round(self, events: list[TableEvent] | None) -> None:
        gained = [0] * self.seats
        for grid, centre, owner in zip(self.grids, self.centres, self.owners, strict=True):
            gained[owner] = outer_points(grid) + best_centre(grid, centre)[1]
        self.points = [points + gain for points, gain in zip(self.points, gained, strict=True)]
        self.rounds = (*self.rounds, tuple(gained))
        self.ended = tuple(zip(self.grids, self.centres, self.owners, strict=True))
        if events is not None:
            sheets = tuple(carre_sheet(*carre) for carre in self.ended)
            events.append(RoundEnded(self.round, sheets, tuple(gained)))
        if max(self.points) >= self.target:
            self.phase = "over"
            self.owing = ()
            return
        self.round += 1
        self.start = (self.start + 1) % self.seats
        self._deal()
        if events is not None:
            events.append(RoundBegan(self.round, self.start))
