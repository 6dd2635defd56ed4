"""The shuffles of a game of Triché, and the redraw from a pile."""

from collections.abc import Sequence
from typing import Protocol

from triqueta_protocol.games.triche import ENOUGH_TWO_COLOURED
from triqueta_protocol.games.triche_cards import COLOURS, deck, shuffled


class Shuffles(Protocol):
    """The order of the cards in every shuffle of a game."""

    @property
    def cards(self) -> bytes:
        """By card number: which card it is."""

    def order(self, round_: int, shuffle: int) -> Sequence[int]:
        """The numbers of all cards in the order of one shuffle; shuffle 0 is the deal of a round."""


def few_two_coloured(held: tuple[int, ...], cards: bytes) -> bool:
    """Whether a hand may be redrawn."""
    return sum(cards[number] >= COLOURS for number in held) < ENOUGH_TWO_COLOURED


def exchanged(
    held: tuple[int, ...], mask: int, pile: frozenset[int], order: Sequence[int]
) -> tuple[tuple[int, ...], frozenset[int]]:
    """A hand and the pile after the cards of a mask were shuffled back: the first of the pile are drawn."""
    back = [number for place, number in enumerate(held) if mask >> place & 1]
    pile = pile.union(back)
    drawn = [number for number in order if number in pile][: len(back)]
    return tuple(sorted({*held}.difference(back).union(drawn))), pile.difference(drawn)


class SeededShuffles:
    """All orders from one seed; each is calculated when it is first needed."""

    def __init__(self, seed: bytes, *, expansion: bool) -> None:
        self._cards = deck(expansion=expansion)
        self._seed = seed
        self._orders: dict[tuple[int, int], Sequence[int]] = {}

    @property
    def cards(self) -> bytes:
        return self._cards

    def order(self, round_: int, shuffle: int) -> Sequence[int]:
        order = self._orders.get((round_, shuffle))
        if order is None:
            order = self._orders[round_, shuffle] = shuffled(self._seed, round_, shuffle, len(self._cards))
        return order
