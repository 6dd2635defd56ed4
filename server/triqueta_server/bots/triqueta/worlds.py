"""Worlds: positions that a seat's view allows."""

import math
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Final

from triqueta_protocol.games.triqueta import (
    KINDS,
    TOKENS,
    TOKENS_OF_A_KIND,
    TOWER_HEIGHT,
    TOWERS,
    Mine,
    Public,
)
from triqueta_server.bots.triqueta.kept import guess_kept
from triqueta_server.bots.triqueta.rollout import NORMAL
from triqueta_server.games.triqueta.actions import NUMBERS
from triqueta_server.games.triqueta.lookups import ALONE, UNITS, packed
from triqueta_server.games.triqueta.position import Position

TASTE: Final = 0.5
"""How strongly a kept token is expected to suit the collection; 0 would be any token."""

Tokens = tuple[int, ...]


class WorldSampler:
    """Samples worlds from one view; what the view says is prepared once."""

    def __init__(self, public: Public, mine: Mine, seat: int, *, reads: bool) -> None:
        self._hidden = _read if reads else _suited
        self._public = public
        self._mine = mine
        self._seat = seat
        self._unseen = _unseen(public, mine)
        self._position = _position(public, mine, seat)
        self._undrawn = [
            slice((tower + 1) * TOWER_HEIGHT - left, (tower + 1) * TOWER_HEIGHT)
            for tower, left in enumerate(public.towers)
        ]
        """Where the undrawn tokens are in the deal."""

    def sample(self, rng: Random) -> Position:
        """A position that looks like this to the seat."""
        unseen = self._unseen[:]
        hidden = [
            (self._mine.face_down, self._mine.boxed)
            if other == self._seat
            else self._hidden(self._public, unseen, other, rng)
            for other in range(self._position.seats)
        ]
        tokens = [animal for animal, count in enumerate(unseen) for _ in range(count)]
        rng.shuffle(tokens)
        deal = bytearray(self._position.deal)
        rest = reversed(tokens)
        for places in self._undrawn:
            deal[places] = bytes(islice(rest, places.stop - places.start))
        world = self._position.copy()
        world.deal = bytes(deal)
        world.kept, world.boxed = zip(*hidden, strict=True)
        return world


def _unseen(public: Public, mine: Mine) -> list[int]:
    """By animal: tokens that this seat has not seen."""
    unseen = [TOKENS_OF_A_KIND - sum(column) for column in zip(*public.collections, strict=True)]
    for tokens in (*public.rows, mine.drawn, mine.face_down, mine.boxed):
        for animal in tokens:
            unseen[animal] -= 1
    return unseen


def _read(public: Public, unseen: list[int], other: int, rng: Random) -> tuple[Tokens, Tokens]:
    """What another seat may have kept and put into the box; removed from ``unseen``."""
    kept = guess_kept(public, tuple(unseen), other, rng)
    for animal in kept:
        unseen[animal] -= 1
    return kept, _boxed(public, unseen, other, rng)


def _suited(public: Public, unseen: list[int], other: int, rng: Random) -> tuple[Tokens, Tokens]:
    """The same without learned data: kept tokens suit the collection."""
    kept = _drawn(unseen, _suits(public, other), public.face_down[other], rng)
    return kept, _boxed(public, unseen, other, rng)


def _boxed(public: Public, unseen: list[int], other: int, rng: Random) -> Tokens:
    if not public.boxed[other]:
        return ()
    return _drawn(unseen, [1 / suit for suit in _suits(public, other)], public.boxed[other], rng)


def _suits(public: Public, seat: int) -> list[float]:
    """By animal: the relative likelihood that a seat with this collection keeps it."""
    collection = public.collections[seat]
    now, *grown = NORMAL.outlooks[TOWERS - public.round][
        packed(kind for kind, count in enumerate(collection) for _ in range(count))
    ]
    return [math.exp(TASTE * (promise - now)) for promise in grown]


def _drawn(unseen: list[int], weights: Sequence[float], count: int, rng: Random) -> Tokens:
    """Draw tokens from those unseen, by weight; removed from ``unseen``."""
    tokens = []
    for _ in range(count):
        [animal] = rng.choices(
            range(KINDS), [left * weight for left, weight in zip(unseen, weights, strict=True)]
        )
        unseen[animal] -= 1
        tokens.append(animal)
    return tuple(tokens)


def _position(public: Public, mine: Mine, seat: int) -> Position:
    """The visible part of the position."""
    seats = len(public.collections)
    deal = bytearray(TOKENS)
    end = (public.tower + 1) * TOWER_HEIGHT
    top = end - public.towers[public.tower]
    deal[top - len(mine.drawn) : top] = mine.drawn
    position = Position(seats, bytes(deal), public.rock, dorra=public.variant == "dorra")
    position.top, position.end, position.held = top, end, public.drawn
    position.trees = sum(1 << tower for tower, tree in enumerate(public.trees) if tree)
    position.rows = [packed(row) for row in public.rows]
    position.takers = list(public.takers)
    position.rows_left = sum(1 << row for row, taker in enumerate(public.takers) if taker is None)
    position.still_in = sum(1 << other for other in range(seats) if other not in public.takers)
    position.collections = list(map(_heap, public.collections))
    position.tree_tiles = list(public.tree_tiles)
    if public.phase == "reveal":
        position.put_to(public.owing)
    else:
        position.put_to(ALONE[seat], tuple(NUMBERS[choice.action] for choice in mine.choices))
    return position


def _heap(collection: Sequence[int]) -> int:
    """A packed heap from how many there are of each animal."""
    return sum(count * unit for count, unit in zip(collection, UNITS, strict=True))
