"""The random decisions of a game of Tripitz."""

from collections.abc import Sequence
from typing import Protocol

from triqueta_protocol.games.tripitz_stones import bag_order, start_order, starter_number


class Shuffles(Protocol):
    """The orders of a game."""

    @property
    def starter(self) -> int:
        """The number that decides who starts."""

    def start(self, attempt: int) -> Sequence[int]:
        """The stones in the order in which an attempt looks for start stones."""

    def bag(self, shuffle: int) -> Sequence[int]:
        """All pieces in the order of one shuffle of the bag."""


class SeededShuffles:
    """All orders from one seed."""

    def __init__(self, seed: bytes, *, jokers: bool) -> None:
        self._seed = seed
        self._jokers = jokers

    @property
    def starter(self) -> int:
        return starter_number(self._seed)

    def start(self, attempt: int) -> Sequence[int]:
        return start_order(self._seed, attempt)

    def bag(self, shuffle: int) -> Sequence[int]:
        return bag_order(self._seed, shuffle, jokers=self._jokers)
