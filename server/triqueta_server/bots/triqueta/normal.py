"""Level normal: weighs rows by what they promise, waits while that is safe, helps no other seat.

It looks one token ahead. Other bots are measured against it, so its play must not change.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from triqueta_protocol.games.triqueta import (
    KINDS,
    TOKENS_OF_A_KIND,
    TOWERS,
    VALUES,
    AnyAction,
    Draw,
    Keep,
    Mine,
    Place,
    Public,
    Take,
)

Counts = tuple[int, ...]

PAIR_HOPE: Final = 0.45
"""For each round to come, the share of a triqueta's gain that a pair is worth."""

SINGLE_HOPE: Final = 0.1
"""The same for a single token."""


def _promise(kind: int, count: int, rounds: int) -> float:
    value = VALUES[kind]
    match count:
        case 0:
            return 0.0
        case 1:
            return 1 + SINGLE_HOPE * rounds * (value - 1)
        case 2:
            return 2 + PAIR_HOPE * rounds * (value - 2)
        case 3:
            return float(value)
        case _:
            return float(3 - count)


PROMISES: Final = tuple(
    tuple(
        tuple(_promise(kind, count, rounds) for count in range(TOKENS_OF_A_KIND + 1)) for kind in range(KINDS)
    )
    for rounds in range(TOWERS)
)
"""By rounds to come after this one, kind and count."""


def counted(animals: Iterable[int]) -> Counts:
    """How many there are of each kind."""
    tokens = list(animals)
    return tuple(tokens.count(kind) for kind in range(KINDS))


def together(one: Sequence[int], other: Sequence[int]) -> Counts:
    """Two heaps as one."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


@lru_cache(maxsize=1 << 16)
def promise(collection: Counts, face_down: Counts, rounds: int) -> float:
    """What a collection promises if the best of its face-down tokens are added at the end."""
    kinds = zip(PROMISES[rounds], collection, face_down, strict=True)
    return sum([max(of_kind[count : count + hidden + 1]) for of_kind, count, hidden in kinds])


LOSS: Final = 0.15
"""Probability that one opponent takes or spoils the best row before the next turn."""

ENVY: Final = 0.18
"""How much an opponent's best row counts against the seat's own when a token is laid down."""

SECOND: Final = 0.45
"""Weight of the second best row, relative to the best."""

SLOT: Final = 0.6
"""What an unused keep is worth, for each round to come."""

NOTHING: Final[Counts] = (0,) * KINDS
ONE: Final = tuple(tuple(int(kind == animal) for kind in range(KINDS)) for animal in range(KINDS))


class Table:
    """The view in the terms of this player."""

    def __init__(self, public: Public, mine: Mine, seat: int) -> None:
        self.rounds = TOWERS - public.round
        self.rows = {
            number: counted(row)
            for number, (row, taker) in enumerate(zip(public.rows, public.takers, strict=True))
            if taker is None
        }
        self.own = public.collections[seat]
        self.face_down = counted(mine.face_down)
        out = {taker for taker in public.takers if taker is not None}
        self.others = [
            collection
            for other, collection in enumerate(public.collections)
            if other != seat and other not in out
        ]
        shown = [counted(mine.drawn), counted(mine.boxed), self.face_down, *self.rows.values()]
        known = [sum(column) for column in zip(*shown, *public.collections, strict=True)]
        self.unseen = [TOKENS_OF_A_KIND - count for count in known]

    def gain(self, row: Counts) -> float:
        """What a row promises this player."""
        return promise(together(self.own, row), self.face_down, self.rounds) - promise(
            self.own, self.face_down, self.rounds
        )

    def gains(self, rows: dict[int, Counts]) -> dict[int, float]:
        """What each row promises this player."""
        return {number: self.gain(row) for number, row in rows.items()}

    def their_gains(self, collection: Counts, rows: dict[int, Counts]) -> dict[int, float]:
        """What each row promises an opponent; their face-down tokens are not known."""
        before = promise(collection, NOTHING, self.rounds)
        return {
            number: promise(together(collection, row), NOTHING, self.rounds) - before
            for number, row in rows.items()
        }


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Take, draw, or lay down: whichever promises most."""
    action = obvious_action(public, mine)
    if action is not None:
        return action
    table = Table(public, mine, seat)
    if public.phase == "place":
        return _lay_down(table, mine, rng)
    return _take_or_draw(table, mine)


def _take_or_draw(table: Table, mine: Mine) -> AnyAction:
    gains = table.gains(table.rows)
    best = max(gains, key=gains.__getitem__)
    if isinstance(mine.choices[0].action, Draw) and _waiting(table, gains, best) > gains[best]:
        return mine.choices[0].action
    return Take(best)


def _waiting(table: Table, gains: dict[int, float], best: int) -> float:
    """What drawing promises: a better row if it is still there on the next turn, else the second best."""
    safe = (1 - LOSS) ** len(table.others)
    fallback = max((gain for row, gain in gains.items() if row != best), default=gains[best])
    # A harmful token can be laid on a spare row.
    at_least = gains[best] if len(gains) > 1 else -math.inf
    hoped = 0.0
    for animal, left in enumerate(table.unseen):
        if left:
            grown = [table.gain(together(row, ONE[animal])) for row in table.rows.values()]
            hoped += left / sum(table.unseen) * max(at_least, *grown)
    return safe * hoped + (1 - safe) * fallback


def _lay_down(table: Table, mine: Mine, rng: Random) -> AnyAction:
    animal = mine.drawn[0]
    values = [_use(table, choice.action, animal) for choice in mine.choices]
    best = max(values)
    return rng.choice(
        [choice.action for choice, value in zip(mine.choices, values, strict=True) if value == best]
    )


def _use(table: Table, action: AnyAction, animal: int) -> float:
    """What the rows promise after a use of the drawn token, and what a kept token adds."""
    rows = dict(table.rows)
    kept = 0.0
    if isinstance(action, Place):
        rows[action.row] = together(rows[action.row], ONE[animal])
    elif isinstance(action, Keep):
        held = together(table.face_down, ONE[animal])
        kept = promise(table.own, held, table.rounds) - promise(table.own, table.face_down, table.rounds)
        kept -= SLOT * table.rounds
    own = _outlook(list(table.gains(rows).values()))
    theirs = [max(table.their_gains(collection, rows).values()) for collection in table.others]
    return own + kept - ENVY * (sum(theirs) / len(theirs) if theirs else 0.0)


def _outlook(gains: Sequence[float]) -> float:
    ordered = sorted(gains, reverse=True)
    return ordered[0] if len(ordered) == 1 else (1 - SECOND) * ordered[0] + SECOND * ordered[1]


def obvious_action(public: Public, mine: Mine) -> AnyAction | None:
    """The only choice, the best reveal, or any tower, as closed towers are all alike."""
    if len(mine.choices) == 1 or public.phase == "tower":
        return mine.choices[0].action
    for choice in mine.choices:
        if choice.best:
            return choice.action
    return None
