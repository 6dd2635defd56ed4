"""A sound player: weighs rows by what they promise, waits while waiting is safe, feeds nobody else.

It looks one token ahead and no further. Other bots are measured against it, so its play stays as it is.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from protocol.games.triqueta import (
    KINDS,
    TOKENS_OF_A_KIND,
    TOWERS,
    AnyAction,
    Draw,
    Keep,
    Mine,
    Place,
    Public,
    Take,
)
from server.bots.triqueta.obvious import obvious
from server.bots.triqueta.prospects import Counts, counted, promise, together

LOSS: Final = 0.15
"""How likely one opponent is to take or spoil the best row before the next turn."""

ENVY: Final = 0.18
"""How much an opponent's best row counts against the own one when a token is laid down."""

SECOND: Final = 0.45
"""How much the second best row counts beside the best."""

SLOT: Final = 0.6
"""What a keep is worth unused, for each round to come."""

NOTHING: Final[Counts] = (0,) * KINDS
ONE: Final = tuple(tuple(int(kind == animal) for kind in range(KINDS)) for animal in range(KINDS))


class Table:
    """What the view says, in the terms this player thinks in."""

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
    """Take, draw, or lay down, whichever promises most."""
    action = obvious(public, mine)
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
    """What drawing promises: a better best row if it is still there on the next turn, else another one."""
    safe = (1 - LOSS) ** len(table.others)
    fallback = max((gain for row, gain in gains.items() if row != best), default=gains[best])
    # With a row to spare, a token that does harm is laid there.
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
