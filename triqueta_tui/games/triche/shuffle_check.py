"""What a viewer has seen of Triché's shuffles, compared with those of the seed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from msgspec import Struct

from triqueta_protocol.games.triche import Opened, Placed, Redrew, RoundBegan, RoundEnded
from triqueta_protocol.games.triche_cards import (
    CENTRE,
    HAND,
    SET_UP_CARDS,
    UNTURNED,
    deck,
    first_start,
    shuffled,
)
from triqueta_tui.games.triche.view import View
from triqueta_tui.table.shuffle_check import ShuffleCheck

MOST_TRIES = 100_000
"""The most ways to return cards that are tried; most rounds need a few."""


@dataclass
class RoundSeen:
    """What a viewer sees of one round. Cards are as dealt."""

    carres: list[Counter[int]]
    """By seat, the cards of its opening."""
    hands: list[Counter[int]]
    """By seat, the cards played from its hand."""
    redraws: list[tuple[int, int]] = field(default_factory=list)
    """Seat and number of cards of each redraw that returned any, in order."""
    held: dict[int, Counter[int]] = field(default_factory=dict)
    """By place in ``redraws``: the viewer's hand after it."""

    @classmethod
    def begin(cls, seats: int) -> "RoundSeen":
        return cls([Counter() for _ in range(seats)], [Counter() for _ in range(seats)])


def compare(seed: bytes, round_: int, seen: RoundSeen, *, expansion: bool) -> tuple[int, int]:
    """Count the cards of a round that were seen, and those that lie where the seed puts them."""
    cards = deck(expansion=expansion)
    seats = len(seen.carres)
    order = shuffled(seed, round_, 0, len(cards))
    dealt = SET_UP_CARDS * seats
    carres = [order[at : at + SET_UP_CARDS] for at in range(0, dealt, SET_UP_CARDS)]
    hands = [order[at : at + HAND] for at in range(dealt, dealt + HAND * seats, HAND)]
    pairs = [*zip(seen.carres, carres, strict=True), *zip(seen.hands, hands, strict=True)]
    count = sum(counted.total() for counted, _ in pairs)
    matching = sum(
        (counted & Counter(cards[number] for number in numbers)).total() for counted, numbers in pairs
    )
    if not seen.redraws:
        return count, matching
    carres_match = all(
        counted <= Counter(cards[number] for number in numbers)
        for counted, numbers in zip(seen.carres, carres, strict=True)
    )
    redraws = _Redraws(seed, round_, cards, seen)
    if carres_match and redraws.possible(
        [frozenset(hand) for hand in hands], frozenset(order[dealt + HAND * seats :])
    ):
        return count, count
    if redraws.gave_up:
        return _without_redraws(pairs, seen.redraws, cards)
    return count, min(matching, count - 1)


Pair = tuple[Counter[int], Sequence[int]]
"""Cards that were seen, and the numbers of those that were dealt."""


def _without_redraws(
    pairs: Sequence[Pair], redraws: Sequence[tuple[int, int]], cards: bytes
) -> tuple[int, int]:
    """The result where the returned cards were not found: nothing about these hands."""
    seats = len(pairs) // 2
    changed = {seats + seat for seat, _ in redraws}
    sure = [pair for at, pair in enumerate(pairs) if at not in changed]
    matching = sum((counted & Counter(cards[number] for number in dealt)).total() for counted, dealt in sure)
    return sum(counted.total() for counted, _ in sure), matching


class _Redraws:
    """Search for returned cards that explain which cards were played."""

    def __init__(self, seed: bytes, round_: int, cards: bytes, seen: RoundSeen) -> None:
        self._cards = cards
        self._seen = seen
        self._orders = [
            shuffled(seed, round_, shuffle, len(cards)) for shuffle in range(1, len(seen.redraws) + 1)
        ]
        self._tries = MOST_TRIES
        self._in_vain: set[tuple[int, tuple[frozenset[int], ...], frozenset[int]]] = set()
        """Dead ends: many ways lead to the same hands and the same pile."""

    @property
    def gave_up(self) -> bool:
        return not self._tries

    def possible(self, hands: Sequence[frozenset[int]], pile: frozenset[int], at: int = 0) -> bool:
        """Whether the redraws from ``at`` on explain what was played."""
        if at == len(self._orders):
            return all(not self._missing(seat, hand) for seat, hand in enumerate(hands))
        here = (at, tuple(hands), pile)
        if here in self._in_vain:
            return False
        seat, count = self._seen.redraws[at]
        later = sum(returned for other, returned in self._seen.redraws[at + 1 :] if other == seat)
        for hand, rest in self._exchanges(hands[seat], pile, count, self._orders[at]):
            known = self._seen.held.get(at)
            if known is not None and known != self._kinds(hand):
                continue
            # Cards played but not in the hand must come with a later redraw.
            if self._missing(seat, hand) <= later and self.possible(
                [*hands[:seat], hand, *hands[seat + 1 :]], rest, at + 1
            ):
                return True
        self._in_vain.add(here)
        return False

    def _exchanges(
        self, hand: frozenset[int], pile: frozenset[int], count: int, order: Sequence[int]
    ) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
        """The hand and the pile after each way to return ``count`` cards."""
        for back in combinations(sorted(hand), count):
            if not self._tries:
                return
            self._tries -= 1
            full = pile.union(back)
            drawn = [number for number in order if number in full][:count]
            yield hand.difference(back).union(drawn), full.difference(drawn)

    def _missing(self, seat: int, hand: frozenset[int]) -> int:
        """The number of cards a seat played that are not in the hand."""
        return (self._seen.hands[seat] - self._kinds(hand)).total()

    def _kinds(self, hand: frozenset[int]) -> Counter[int]:
        return Counter(self._cards[number] for number in hand)


class TricheShuffleCheck(ShuffleCheck):
    """Follows whole rounds; a round joined midway is left out."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds: dict[int, RoundSeen] = {}
        self._now: RoundSeen | None = None
        self._round = 0
        """The current round, 0 if unknown."""
        self._own_redraws: tuple[int, ...] = ()

    def begin(self) -> None:
        self._rounds = {}
        self._now = None
        self._round = 1

    def lose_track(self) -> None:
        self._now = None
        self._round = 0

    def watch(self, now: View, events: tuple[Struct, ...]) -> None:
        for one in events:
            match one:
                case RoundBegan():
                    self._now = None
                    self._round = one.round
                case Opened():
                    self._now = RoundSeen.begin(len(one.carres))
                    self._own_redraws = ()
                    for seat, laid in enumerate(one.carres):
                        self._now.carres[seat].update(UNTURNED[card] for _, card in laid)
                case Redrew() if self._now is not None:
                    self._take_redraw(self._now, now, one)
                case Placed() if self._now is not None:
                    self._now.hands[one.seat][UNTURNED[one.card]] += 1
                case RoundEnded() if self._now is not None:
                    for builder, carre in enumerate(one.carres):
                        self._now.carres[builder][UNTURNED[carre.cells[CENTRE]]] += 1
                    self._rounds[one.round] = self._now

    def _take_redraw(self, seen: RoundSeen, now: View, redrew: Redrew) -> None:
        if redrew.seat == now.seat and now.mine is not None:
            self._own_redraws += (redrew.count,)
            # When much arrives at once, the view may be ahead of the events.
            public = now.public
            told_last = (public.round, public.redraws[now.seat], public.last)
            if redrew.count and told_last == (self._round, self._own_redraws, None):
                seen.held[len(seen.redraws)] = Counter(now.mine.hand)
        if redrew.count:
            seen.redraws.append((redrew.seat, redrew.count))

    def compare(self, seed: bytes, now: View) -> tuple[int, int]:
        public = now.public
        found = [
            compare(seed, round_, seen, expansion=public.expansion) for round_, seen in self._rounds.items()
        ]
        if now.room.options.get("start") is None:
            seats = len(public.hands)
            started = (public.start - public.round + 1) % seats
            found.append((1, int(started == first_start(seed, seats))))
        return sum(count for count, _ in found), sum(matching for _, matching in found)
