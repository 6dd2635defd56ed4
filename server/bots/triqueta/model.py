"""How Triqueta is searched: worlds that a seat's view allows, and what comes of them."""

import math
from collections.abc import Hashable, Sequence
from random import Random
from typing import Final

from protocol.games.triqueta import KINDS, TOKENS, TOKENS_OF_A_KIND, TOWER_HEIGHT, TOWERS, Mine, Public
from server.bots.triqueta.play_out import expected_points, habit, play_round
from server.bots.triqueta.style import NORMAL, own_style
from server.games.triqueta.actions import KEEP, NUMBERS, PLACE, REVEAL, TAKE, TOWER
from server.games.triqueta.lookups import ALONE
from server.games.triqueta.packing import UNITS, packed
from server.games.triqueta.position import Position

TASTE: Final = 0.5
"""How much a kept token is believed to suit its keeper; 0 would be any token."""

LEADS: Final = (2.5, 4.2, 5.4, 5.9)
"""By rounds to come: how many points ahead make a win about three times as likely as not.

After rounds to come they follow from how far the learned values miss. At the end a win is a win; but a search
that also wants to win by much sees sooner which way leads there.
"""


class TriquetaModel:
    """A decision of one seat. ``search.Model`` and ``tree.Steps`` say what each method does."""

    def __init__(self, public: Public, seat: int) -> None:
        seats = len(public.collections)
        self._styles = tuple(own_style(seats) if other == seat else NORMAL for other in range(seats))
        # Imagination goes to the end of a round: of the next one, if its tower is being chosen.
        self._rounds = sum(public.trees) - (public.phase == "tower")

    def imagine(self, public: Public, mine: Mine, seat: int, rng: Random) -> Position:
        unseen = _unseen(public, mine)
        kept = []
        boxed = []
        for other, collection in enumerate(public.collections):
            if other == seat:
                kept.append(mine.face_down)
                boxed.append(mine.boxed)
            else:
                suits = _suits(collection, TOWERS - public.round)
                kept.append(_drawn(unseen, suits, public.face_down[other], rng))
                unsuited = [1 / suit for suit in suits]
                boxed.append(_drawn(unseen, unsuited, public.boxed[other], rng))
        return _position(public, mine, seat, unseen, (tuple(kept), tuple(boxed)), rng)

    def candidates(self, position: Position, seat: int) -> Sequence[int]:
        """Rows with the same animals are one row to think about, and so are unopened towers."""
        legal = position.legal(seat)
        if legal[-1] >= TOWER:
            return legal[:1] if legal[-1] < REVEAL else legal
        alike: dict[tuple[int, int], int] = {}
        for action in legal:
            row = action - PLACE if PLACE <= action < KEEP else action - TAKE
            seen = (action >= PLACE, position.rows[row]) if TAKE <= action < KEEP else (action, -1)
            alike.setdefault(seen, action)
        return list(alike.values())

    def play_out(self, position: Position, rng: Random) -> Sequence[float]:
        play_round(position, self._styles, rng)
        return expected_points(position)

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        return chances_after(points, self._rounds)

    def worth(self, points: Sequence[float], seat: int) -> float:
        ahead = points[seat] - max([got for other, got in enumerate(points) if other != seat])
        return 1 / (1 + math.exp(-ahead / LEADS[self._rounds]))

    def goes_on(self, position: Position) -> bool:
        return position.still_in != 0

    def habit(self, position: Position, seat: int, rng: Random) -> int:
        return habit(position, self._styles[seat], seat, rng)

    def known(self, position: Position, seat: int) -> Hashable:
        drawn = position.deal[position.top - position.held : position.top]
        rows = position.rows_left, *position.rows
        # After the first of two tokens it matters what was done with it: the other may not go there, too.
        return drawn, position.top, position.still_in, rows, position.kept[seat], position.legal(seat)


def chances_after(points: Sequence[float], rounds: int) -> list[float]:
    """Each seat's chance to win with so many points, and so many rounds to come."""
    best = max(points)
    if not rounds:
        wins = [float(got == best) for got in points]
    else:
        wins = [math.exp((got - best) / LEADS[rounds]) for got in points]
    total = sum(wins)
    return [win / total for win in wins]


def _unseen(public: Public, mine: Mine) -> list[int]:
    """Of each animal, how many tokens this seat has not seen."""
    unseen = [TOKENS_OF_A_KIND - sum(column) for column in zip(*public.collections, strict=True)]
    for tokens in (*public.rows, mine.drawn, mine.face_down, mine.boxed):
        for animal in tokens:
            unseen[animal] -= 1
    return unseen


def _suits(collection: Sequence[int], rounds: int) -> list[float]:
    """By animal: how much likelier a seat with this collection keeps it than any other token."""
    now, *grown = NORMAL.outlooks[rounds][
        packed(kind for kind, count in enumerate(collection) for _ in range(count))
    ]
    return [math.exp(TASTE * (promise - now)) for promise in grown]


def _drawn(unseen: list[int], weights: Sequence[float], count: int, rng: Random) -> tuple[int, ...]:
    """So many tokens out of those unseen, each as likely as its weight says."""
    tokens = []
    for _ in range(count):
        [animal] = rng.choices(
            range(KINDS), [left * weight for left, weight in zip(unseen, weights, strict=True)]
        )
        unseen[animal] -= 1
        tokens.append(animal)
    return tuple(tokens)


def _position(
    public: Public,
    mine: Mine,
    seat: int,
    unseen: Sequence[int],
    hidden: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]],
    rng: Random,
) -> Position:
    seats = len(public.collections)
    tokens = [animal for animal, count in enumerate(unseen) for _ in range(count)]
    rng.shuffle(tokens)
    order = bytearray(TOKENS)
    end = (public.tower + 1) * TOWER_HEIGHT
    top = end - public.towers[public.tower]
    for tower, left in enumerate(public.towers):
        for place in range((tower + 1) * TOWER_HEIGHT - left, (tower + 1) * TOWER_HEIGHT):
            order[place] = tokens.pop()
    order[top - len(mine.drawn) : top] = mine.drawn
    position = Position(seats, bytes(order), public.rock, dorra=public.variant == "dorra")
    position.top, position.end, position.held = top, end, public.drawn
    position.trees = sum(1 << tower for tower, tree in enumerate(public.trees) if tree)
    position.rows = [packed(row) for row in public.rows]
    position.takers = list(public.takers)
    position.rows_left = sum(1 << row for row, taker in enumerate(public.takers) if taker is None)
    position.still_in = sum(1 << other for other in range(seats) if other not in public.takers)
    position.collections = list(map(_heap, public.collections))
    position.kept, position.boxed = hidden
    position.tree_tiles = list(public.tree_tiles)
    if public.phase == "reveal":
        position.put_to(public.owing)
    else:
        position.put_to(ALONE[seat], tuple(NUMBERS[choice.action] for choice in mine.choices))
    return position


def _heap(collection: Sequence[int]) -> int:
    """A packed heap from how many there are of each animal."""
    return sum(count * unit for count, unit in zip(collection, UNITS, strict=True))
