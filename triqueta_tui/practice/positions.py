"""The positions that are shipped with the program: each has one clear best answer.

``make positions`` makes the files. A position is a seat's view, as it would be sent to that seat.
"""

import lzma
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from triqueta_protocol.advice import Advice

DAYS: Final = 366
"""Positions of the day, over all games; then they begin again."""


class Practised(Struct, frozen=True, array_like=True):
    """A position, its best answer, and how sure that is."""

    kind: str
    """What is asked, in the game's words."""
    seat: int
    public: dict[str, Any]
    mine: dict[str, Any]
    """With the choices."""
    story: tuple[Any, ...]
    """The events since the seat's last decision."""
    advice: Advice
    """What the expert says, the best first."""
    answers: tuple[dict[str, Any], ...]
    """The best action, and those that are equivalent."""
    lead: float
    """How much more the best answer is worth than any other that the expert considered, in chances to win."""
    error: float
    """The standard error of that."""
    seed: bytes
    moves: tuple[tuple[int, dict[str, Any]], ...]
    """The game up to here: each decision with its seat."""


class Shipped(Struct, frozen=True, array_like=True):
    """The file of one game."""

    daily: tuple[Practised, ...]
    exercises: tuple[Practised, ...]


@cache
def shipped(path: Path) -> Shipped:
    return msgspec.msgpack.decode(lzma.decompress(path.read_bytes()), type=Shipped)


def written(positions: Shipped) -> bytes:
    """The bytes of a file."""
    return lzma.compress(msgspec.msgpack.encode(positions), preset=9)


def of_the_day(day: date, games: Sequence[str]) -> tuple[str, int]:
    """The game and the number of a date's position: the games take turns."""
    number = day.toordinal() % DAYS
    return games[number % len(games)], number // len(games)
