"""Tripitz's stones and their features, what a triple and a quadruple is, and the shuffles of a game."""

import hashlib
import struct
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Final, Literal


class Colour(IntEnum):
    """The colour of a stone."""

    YELLOW = 0
    RED = 1
    BLUE = 2
    GREEN = 3


class Symbol(IntEnum):
    """The symbol on a stone."""

    CIRCLE = 0
    MOON = 1
    TRIANGLE = 2
    STAR = 3


class Ink(IntEnum):
    """The colour of the symbol."""

    WHITE = 0
    BLACK = 1
    GREY = 2
    LIGHT_BLUE = 3


VALUES: Final = 4
"""The number of values of each feature."""
STONES: Final = VALUES**3
JOKERS: Final = 4
PIECES: Final = STONES + JOKERS
"""Stones are 0 to 63, jokers 64 to 67."""
RACK: Final = 7

_SHIFTS: Final = (4, 2, 0)
"""Where each feature is in the number of a stone."""


def stone(colour: Colour, symbol: Symbol, ink: Ink) -> int:
    """The number of the stone with these features."""
    return colour << 4 | symbol << 2 | ink


def features(number: int) -> tuple[Colour, Symbol, Ink]:
    """Colour, symbol and symbol colour of a stone."""
    return Colour(number >> 4), Symbol(number >> 2 & 3), Ink(number & 3)


def mixed(stones: Sequence[int]) -> tuple[int, ...]:
    """The features (0 colour, 1 symbol, 2 symbol colour) that are neither all equal nor all different.

    Three stones are a triple and four a quadruple if there is none. A joker mixes every feature.
    """
    if max(stones) >= STONES:
        return (0, 1, 2)
    return tuple(
        feature
        for feature, shift in enumerate(_SHIFTS)
        if 1 < len({number >> shift & 3 for number in stones}) < len(stones)
    )


StartStones = Literal["all_different", "four_colours", "random"]

_PARTS: Final = struct.Struct(">II")
_START, _BAG, _STARTER = range(3)
_NUMBERS: Final = {pieces: struct.Struct("8s" * pieces) for pieces in (STONES, PIECES)}
"""Big-endian bytes sort like the numbers, but faster."""


def _order(seed: bytes, part: int, number: int, pieces: int) -> list[int]:
    """The pieces sorted by one unsigned 64-bit number each from SHAKE-256 of the seed, part and number.

    Part and number have 32 bits, everything has its most significant byte first; of equal numbers the one of
    the smaller piece comes first.
    """
    numbers = _NUMBERS[pieces]
    stream = hashlib.shake_256(seed + _PARTS.pack(part, number)).digest(numbers.size)
    keys = numbers.unpack(stream)
    return sorted(range(pieces), key=keys.__getitem__)


def start_order(seed: bytes, attempt: int) -> list[int]:
    """The stones in the order in which one attempt looks for start stones."""
    return _order(seed, _START, attempt, STONES)


def bag_order(seed: bytes, shuffle: int, *, jokers: bool) -> list[int]:
    """All pieces in the order of one shuffle of the bag: 0 is the first, and each exchange is the next."""
    return _order(seed, _BAG, shuffle, PIECES if jokers else STONES)


def starter_number(seed: bytes) -> int:
    """The number that decides who starts, modulo the number of candidates."""
    return int.from_bytes(hashlib.shake_256(seed + _PARTS.pack(_STARTER, 0)).digest(8), "big")


def start_stones(orders: Callable[[int], Iterable[int]], how: StartStones) -> tuple[int, int, int, int]:
    """The stones on the centre cells: the first four of an attempt's order that go together.

    If all four share a value of a feature the next attempt is made: every later stone would have to share it
    as well, and the game would end soon.
    """
    attempt = 0
    while True:
        first, second, third, fourth = _first_four(orders(attempt), how)
        differing = (first ^ second) | (first ^ third) | (first ^ fourth)
        if all(differing >> shift & 3 for shift in _SHIFTS):
            return first, second, third, fourth
        attempt += 1


def _first_four(order: Iterable[int], how: StartStones) -> list[int]:
    apart = {"all_different": _SHIFTS, "four_colours": _SHIFTS[:1], "random": ()}[how]
    taken: list[int] = []
    for number in order:
        if all((number ^ before) >> shift & 3 for before in taken for shift in apart):
            taken.append(number)
            if len(taken) == 4:
                break
    return taken
