"""What was seen of a round's cards, and whether the seed's shuffles can have led to it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from protocol.games.triche_cards import HAND, SET_UP_CARDS, deck, shuffled

MOST_TRIES = 100_000
"""How many ways to return cards are tried at most; most rounds need a few."""


@dataclass
class RoundSeen:
    """What a viewer sees of one round. Cards are as dealt."""

    carres: list[Counter[int]]
    """Per seat the cards it has built its carré with."""
    hands: list[Counter[int]]
    """Per seat the cards it has played from its hand."""
    redraws: list[tuple[int, int]] = field(default_factory=list)
    """Seat and number of cards of each redraw that returned any, in the order in which they came."""
    held: dict[int, Counter[int]] = field(default_factory=dict)
    """By place in ``redraws``: the hand after it, where it was the viewer's own."""

    @classmethod
    def begin(cls, seats: int) -> "RoundSeen":
        return cls([Counter() for _ in range(seats)], [Counter() for _ in range(seats)])


def compare(seed: bytes, round_: int, seen: RoundSeen, *, expansion: bool) -> tuple[int, int]:
    """How many cards of a round were seen, and how many of them are where the seed puts them."""
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
    """What can be told where it is not found out which cards were returned: nothing of these hands."""
    seats = len(pairs) // 2
    changed = {seats + seat for seat, _ in redraws}
    sure = [pair for at, pair in enumerate(pairs) if at not in changed]
    matching = sum((counted & Counter(cards[number] for number in dealt)).total() for counted, dealt in sure)
    return sum(counted.total() for counted, _ in sure), matching


class _Redraws:
    """Searches for cards that the seats can have returned so that they held what they played."""

    def __init__(self, seed: bytes, round_: int, cards: bytes, seen: RoundSeen) -> None:
        self._cards = cards
        self._seen = seen
        self._orders = [
            shuffled(seed, round_, shuffle, len(cards)) for shuffle in range(1, len(seen.redraws) + 1)
        ]
        self._tries = MOST_TRIES
        self._in_vain: set[tuple[int, tuple[frozenset[int], ...], frozenset[int]]] = set()
        """From where it leads nowhere: many ways lead to the same hands and the same pile."""

    @property
    def gave_up(self) -> bool:
        return not self._tries

    def possible(self, hands: Sequence[frozenset[int]], pile: frozenset[int], at: int = 0) -> bool:
        """Whether the redraws from the ``at``-th on can lead to what was played."""
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
            # What was played and is not in the hand must come with one of the later redraws.
            if self._missing(seat, hand) <= later and self.possible(
                [*hands[:seat], hand, *hands[seat + 1 :]], rest, at + 1
            ):
                return True
        self._in_vain.add(here)
        return False

    def _exchanges(
        self, hand: frozenset[int], pile: frozenset[int], count: int, order: Sequence[int]
    ) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
        """The hand and the pile after each way to return so many cards."""
        for back in combinations(sorted(hand), count):
            if not self._tries:
                return
            self._tries -= 1
            full = pile.union(back)
            drawn = [number for number in order if number in full][:count]
            yield hand.difference(back).union(drawn), full.difference(drawn)

    def _missing(self, seat: int, hand: frozenset[int]) -> int:
        """How many cards that a seat has played are not in the hand."""
        return (self._seen.hands[seat] - self._kinds(hand)).total()

    def _kinds(self, hand: frozenset[int]) -> Counter[int]:
        return Counter(self._cards[number] for number in hand)
