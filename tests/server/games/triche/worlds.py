"""Two worlds that differ only in what one viewer may not know, and whether the viewer can tell them apart.

Cards are followed by their numbers in the deck. Renaming the numbers that a viewer has not seen gives another
world in which everybody does the same with other cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.server.games.triche.play import Log, random_action
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.games.triche_cards import COLOURS, UNTURNED
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triche.actions import (
    CARD_SHIFT,
    CONQUER,
    PAIRS,
    REDRAW,
    SET_UP,
    read_set_up,
    set_up,
)
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES
from triqueta_server.games.triche.shuffles import SeededShuffles, exchanged

Viewer = int | None
"""A seat, or None for a spectator."""

Look = Callable[[Position, Viewer], bytes]


def look(position: Position, viewer: Viewer) -> bytes:
    """All that a viewer is sent about a position."""
    public = pack(plain(RULES.public(position)))
    return public if viewer is None else public + pack(plain(RULES.mine(position, viewer)))


class Renamed:
    """The shuffles of a game with other numbers in one round."""

    def __init__(self, shuffles: SeededShuffles, round_: int, names: dict[int, int]) -> None:
        self.cards = shuffles.cards
        self._shuffles, self._round, self._names = shuffles, round_, names

    def order(self, round_: int, shuffle: int) -> Sequence[int]:
        order = self._shuffles.order(round_, shuffle)
        return [self._names.get(number, number) for number in order] if round_ == self._round else order


@dataclass
class Numbers:
    """Which numbers are where in one round, and who has seen which."""

    position: Position
    seen: list[set[int]] = field(default_factory=list)
    """By viewer; the last is the spectator."""
    hands: list[list[int]] = field(default_factory=list)
    dealt: list[list[int]] = field(default_factory=list)
    """The three cards for the set-up; afterwards centre, first and second as they were laid."""

    def __post_init__(self) -> None:
        seats = self.position.seats
        order = list(self.position.shuffles.order(self.position.round, 0))
        self.dealt = [order[3 * seat : 3 * seat + 3] for seat in range(seats)]
        rest = order[3 * seats :]
        self.hands = [sorted(rest[6 * seat : 6 * seat + 6]) for seat in range(seats)]
        self.pile = frozenset(rest[6 * seats :])
        self.seen = [{*dealt} for dealt in self.dealt] + [set()]
        self.redraws = 0

    def follow(self, seat: int, action: int) -> None:
        """Take in an action that the position is about to carry out."""
        position = self.position
        if action >= SET_UP:
            self._lay_three(seat, action)
            if len(position.owing) == 1:
                for viewer in self.seen:
                    viewer.update(number for laid in self.dealt for number in laid[1:])
                for viewer, hand in zip(self.seen, self.hands, strict=False):
                    viewer.update(hand)
        elif action > REDRAW:
            self.redraws += 1
            order = position.shuffles.order(position.round, self.redraws)
            after, self.pile = exchanged(tuple(self.hands[seat]), action - REDRAW, self.pile, order)
            self.hands[seat] = list(after)
            self.seen[seat].update(after)
        elif action < CONQUER:
            number = self._held(self.hands[seat], action >> CARD_SHIFT)
            self.hands[seat].remove(number)
            for viewer in self.seen:
                viewer.add(number)

    def _lay_three(self, seat: int, action: int) -> None:
        three = self.dealt[seat]
        laid = []
        for card in read_set_up(action)[:3]:
            laid.append(self._held(three, card))
            three.remove(laid[-1])
        self.dealt[seat] = laid

    def _held(self, numbers: list[int], card: int) -> int:
        cards = self.position.shuffles.cards
        return next(number for number in numbers if cards[number] == UNTURNED[card])


def one_round(position: Position, rng: Random) -> tuple[Log, list[list[set[int]]], list[str]]:
    """Play a round at random: its actions, and before each and after all who has seen what, and the phase."""
    numbers = Numbers(position.copy())
    position = numbers.position
    log: Log = []
    seen = [[{*viewer} for viewer in numbers.seen]]
    phases: list[str] = [position.phase]
    round_ = position.round
    while True:
        seat = rng.choice(position.owing)
        action = random_action(position, seat, rng)
        numbers.follow(seat, action)
        position.apply(seat, action)
        if not position.owing or position.round != round_:
            return log, seen, phases
        log.append((seat, action))
        seen.append([{*viewer} for viewer in numbers.seen])
        phases.append(position.phase)


def shuffled_names(cards: int, seen: set[int], rng: Random) -> dict[int, int]:
    """Other numbers for all cards that have not been seen."""
    unseen = [number for number in range(cards) if number not in seen]
    return dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))


class World:
    """A round played again from its beginning, with numbers renamed."""

    def __init__(self, begun: Position, names: dict[int, int]) -> None:
        assert isinstance(begun.shuffles, SeededShuffles)
        self._numbers = Numbers(begun.copy())
        self.names = names
        self.position = begun.copy()
        self.position.shuffles = Renamed(begun.shuffles, begun.round, names)
        if names:
            self.position._deal()
        self.told: list[TableEvent] = []
        self.log: Log = []
        """What is done in this world."""

    def play(self, log: Log) -> "World":
        """Do what was done with the cards of this world; raises ``RefusalError`` where that cannot be."""
        for seat, action in log:
            other = self._translated(seat, action)
            self._numbers.follow(seat, action)
            self._numbers.position.apply(seat, action)
            self.position.apply(seat, other, self.told)
            self.log.append((seat, other))
        return self

    def _translated(self, seat: int, action: int) -> int:
        if action >= SET_UP:
            return self._translated_set_up(seat, action)
        if action > REDRAW:
            held = self._numbers.hands[seat]
            back = [self._name(number) for at, number in enumerate(held) if action - REDRAW >> at & 1]
            hand = sorted(map(self._name, held))
            return REDRAW + sum(1 << hand.index(number) for number in back)
        return action

    def _translated_set_up(self, seat: int, action: int) -> int:
        *cards, pair = read_set_up(action)
        three = [*self._numbers.dealt[seat]]
        others = []
        for card in cards:
            assert isinstance(card, int)
            number = self._numbers._held(three, card)
            three.remove(number)
            other = self.position.shuffles.cards[self._name(number)]
            others.append(other + (card != UNTURNED[card] and other >= COLOURS))
        return set_up(UNTURNED[others[0]], others[1], others[2], PAIRS.index(pair))

    def _name(self, number: int) -> int:
        return self.names.get(number, number)


def another_world(begun: Position, log: Log, seen: set[int], rng: Random) -> World | None:
    """A world that is the same to who has seen these numbers; None if none was found in a few tries.

    A redrawn or forced card says something about the hand it came from: not every renaming can be played.
    """
    for _ in range(8):
        names = shuffled_names(len(begun.shuffles.cards), seen, rng)
        try:
            return World(begun, names).play(log)
        except RefusalError:
            continue
    return None
