"""Worlds: positions that a view allows. What the seat cannot see is dealt from the cards it has not seen."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random

from triqueta_protocol.games.triche import Cells, Mine, Public
from triqueta_protocol.games.triche_cards import CENTRE, SET_UP_CARDS, UNTURNED, deck
from triqueta_server.games.triche.actions import SLOTS, placement, set_up
from triqueta_server.games.triche.lookups import (
    EVERY_SLOT,
    LAID,
    NOWHERE,
    UNITS,
    fitting,
    fitting_with_diagonals,
)
from triqueta_server.games.triche.position import Position

SetUpOf = Callable[[int, Random], int]
"""How a player sets up a carré from a hand."""


class SampledShuffles:
    """Shuffles of a sampled world: this round's deal is fixed, later ones are random."""

    def __init__(self, expansion: bool, luck: int) -> None:
        self.cards = deck(expansion=expansion)
        self._luck = luck
        self._orders: dict[tuple[int, int], Sequence[int]] = {}

    def fix(self, round_: int, order: Sequence[int]) -> None:
        self._orders[round_, 0] = order

    def order(self, round_: int, shuffle: int) -> Sequence[int]:
        if not shuffle:
            return self._orders.get((round_, 0)) or range(len(self.cards))
        order = self._orders.get((round_, shuffle))
        if order is None:
            luck = Random(self._luck << 4 | shuffle)
            order = self._orders[round_, shuffle] = luck.sample(range(len(self.cards)), len(self.cards))
        return order


class WorldSampler:
    """Samples worlds from one view; what the view says is prepared once."""

    def __init__(
        self, public: Public, mine: Mine, seat: int, likely: Sequence[Mapping[int, float]] = ()
    ) -> None:
        """``likely``: by carré and card, how well the card explains the carré as its centre."""
        self.seat = seat
        self._likely = likely
        self._public = public
        self._mine = mine
        self._seats = len(public.owners)
        self._cards = deck(expansion=public.expansion)
        self._grids = [grid_of(cells) for cells in public.carres]
        self._free = [_free(cells) for cells in public.carres]
        fit = fitting_with_diagonals if public.expansion and public.diagonals else fitting
        setting_up = public.phase == "set_up"
        self._fits = [
            fit(grid) if free and not setting_up else NOWHERE
            for grid, free in zip(self._grids, self._free, strict=True)
        ]
        self._hand = sum(UNITS[card] for card in mine.hand)
        self._ended = tuple(
            (grid_of(carre.cells), carre.cells[CENTRE], carre.owner) for carre in public.sheet
        )
        last = public.last
        self._last = -1 if last is None else placement(last.card, last.carre, SLOTS[last.cell])
        seen = Counter(
            UNTURNED[card] for cells in public.carres for card in cells if card is not None and card >= 0
        )
        seen.update(mine.hand)
        if mine.centre is not None and not setting_up:
            seen[mine.centre] += 1
        self._unseen: list[int] = []
        """Numbers of cards."""
        self._own: list[int] = []
        held = Counter(mine.hand)
        for number, card in enumerate(self._cards):
            if held[card]:
                held[card] -= 1
                seen[card] -= 1
                self._own.append(number)
            elif seen[card]:
                seen[card] -= 1
            else:
                self._unseen.append(number)

    def hidden(self) -> int:
        """How many cards other seats hold or have laid face down."""
        return self._seats - 1 + sum(self._public.hands) - len(self._mine.hand)

    def position(self, rng: Random, set_up_of: SetUpOf) -> Position:
        """One position. Seats whose set-up is still hidden have set up as ``set_up_of`` says."""
        position, shuffles = self._begun(rng.getrandbits(32))
        unseen = self._unseen[:]
        rng.shuffle(unseen)
        if self._public.phase == "set_up":
            self._set_up(position, shuffles, unseen, rng, set_up_of)
        else:
            self._in_play(position, self._dealt(unseen, rng))
        return position

    def _dealt(self, unseen: list[int], rng: Random) -> list[int]:
        """Other seats' centres and hands, seat by seat; centres that explain a carré are more likely."""
        if not self._likely:
            return unseen
        dealt: list[int] = []
        centres = [
            self._take(unseen, likely, rng) for seat, likely in enumerate(self._likely) if seat != self.seat
        ]
        for seat, size in enumerate(self._public.hands):
            if seat != self.seat:
                dealt.append(centres.pop(0))
                dealt += unseen[:size]
                del unseen[:size]
        return dealt + unseen

    def _take(self, unseen: list[int], likely: Mapping[int, float], rng: Random) -> int:
        """A card for a centre."""
        for at, number in enumerate(unseen):
            if rng.random() < likely[self._cards[number]]:
                return unseen.pop(at)
        return unseen.pop()

    def every(self) -> Iterator[tuple[float, Position]]:
        """Every distinct position while cards are laid, weighted by the number of deals that lead to it.

        Deals that explain the carrés badly count less.
        """
        by_card: dict[int, list[int]] = {}
        for number in self._unseen:
            by_card.setdefault(self._cards[number], []).append(number)
        for dealt in product(by_card, repeat=self.hidden()):
            ways, numbers = 1.0, list[int]()
            taken = dict.fromkeys(by_card, 0)
            for card in dealt:
                left = by_card[card][taken[card] :]
                ways *= len(left)
                numbers += left[:1]
                taken[card] += 1
            if ways:
                position, _ = self._begun(0)
                self._in_play(position, numbers)
                for seat, likely in enumerate(self._likely):
                    if seat != self.seat:
                        ways *= likely[position.centres[seat]]
                yield ways, position

    def _begun(self, luck: int) -> tuple[Position, SampledShuffles]:
        public = self._public
        shuffles = SampledShuffles(public.expansion, luck)
        position = Position(
            self._seats,
            shuffles,
            public.start,
            expansion=public.expansion,
            target=public.target,
            diagonals=public.diagonals,
        )
        position.round = public.round
        position.points = list(public.points)
        position.rounds = public.rounds
        position.ended = self._ended
        return position, shuffles

    def _set_up(
        self,
        position: Position,
        shuffles: SampledShuffles,
        unseen: list[int],
        rng: Random,
        set_up_of: SetUpOf,
    ) -> None:
        """Deal the other seats three cards each, and set up the carrés of those that have chosen."""
        order: list[int] = []
        for seat in range(self._seats):
            if seat == self.seat:
                order += self._own
            else:
                order += unseen[-SET_UP_CARDS:]
                del unseen[-SET_UP_CARDS:]
        shuffles.fix(position.round, order + unseen)
        hands = []
        chosen: list[int | None] = []
        for seat in range(self._seats):
            dealt = order[seat * SET_UP_CARDS : (seat + 1) * SET_UP_CARDS]
            hand = sum([UNITS[self._cards[number]] for number in dealt])
            owes = seat in self._public.owing
            hands.append(hand if owes else 0)
            chosen.append(None if owes else set_up_of(hand, rng))
        position.hands, position.chosen = hands, tuple(chosen)
        position.owing = self._public.owing

    def _in_play(self, position: Position, unseen: list[int]) -> None:
        public, cards = self._public, self._cards
        assert public.turn is not None
        assert self._mine.centre is not None
        position.phase, position.turn, position.owing = public.phase, public.turn, public.owing
        position.grids, position.free, position.fits = self._grids[:], self._free[:], self._fits[:]
        position.owners = list(public.owners)
        position.carre_of = [position.owners.index(seat) for seat in range(self._seats)]
        position.redraws = public.redraws
        position.last, position.left = self._last, sum(public.hands)
        held, hands, centres = [], [], []
        for seat, size in enumerate(public.hands):
            if seat == self.seat:
                held.append(tuple(self._own))
                hands.append(self._hand)
                centres.append(self._mine.centre)
                continue
            centres.append(cards[unseen[0]])
            numbers = unseen[1 : 1 + size]
            del unseen[: 1 + size]
            held.append(tuple(sorted(numbers)))
            hands.append(sum([UNITS[cards[number]] for number in numbers]))
        position.hands, position.centres = hands, centres
        position.chosen = tuple([set_up(centre, 0, 0, 0) for centre in centres])
        if public.phase == "redraw":
            position.held, position.pile = tuple(held), frozenset(unseen)


def grid_of(cells: Cells) -> int:
    return sum(
        LAID[card][SLOTS[cell]] for cell, card in enumerate(cells) if cell in SLOTS and card is not None
    )


def _free(cells: Cells) -> int:
    return EVERY_SLOT & ~sum(
        1 << SLOTS[cell] for cell, card in enumerate(cells) if cell in SLOTS and card is not None
    )
