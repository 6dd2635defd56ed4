"""Triqueta's actions as small numbers, and as they are written on the wire."""

from typing import Any, Final

import msgspec

from protocol.codec import plain
from protocol.errors import Code, Refusal
from protocol.games.triqueta import (
    KEEPS,
    SEATS,
    TOWERS,
    AnyAction,
    Box,
    ChooseTower,
    Draw,
    Keep,
    Place,
    Reveal,
    Take,
)
from protocol.tagged import Tagged, UnknownTag

MOST_ROWS: Final = SEATS[-1]

DRAW: Final = 0
TAKE: Final = 1
"""``TAKE + row``."""
PLACE: Final = TAKE + MOST_ROWS
"""``PLACE + row``."""
KEEP: Final = PLACE + MOST_ROWS
BOX: Final = KEEP + 1
TOWER: Final = BOX + 1
"""``TOWER + tower``."""
REVEAL: Final = TOWER + TOWERS
"""``REVEAL + mask``: bit ``i`` says whether the ``i``-th face-down token counts."""
ACTIONS: Final = range(REVEAL + (1 << KEEPS))


def _revealing(tokens: int, mask: int) -> Reveal:
    return Reveal(tuple(bool(mask >> token & 1) for token in range(tokens)))


TYPED: Final[tuple[AnyAction, ...]] = (
    Draw(),
    *(Take(row) for row in range(MOST_ROWS)),
    *(Place(row) for row in range(MOST_ROWS)),
    Keep(),
    Box(),
    *(ChooseTower(tower) for tower in range(TOWERS)),
)
"""Every action but the reveals, at its number."""

REVEALS: Final = tuple(
    tuple(_revealing(tokens, mask) for mask in range(1 << tokens)) for tokens in range(KEEPS + 1)
)
"""By number of face-down tokens, then by mask."""

_WORDS: Final = Tagged[Any](AnyAction)
NUMBERS: Final = {action: number for number, action in enumerate(TYPED)}
"""By typed action, every one but the reveals."""


def typed(action: int, face_down: int) -> AnyAction:
    """An action of a seat that has so many face-down tokens, as a typed word of the protocol."""
    return TYPED[action] if action < REVEAL else REVEALS[face_down][action - REVEAL]


def read(action: dict[str, Any], face_down: int) -> int:
    """The number of an action from the wire, or a refusal."""
    try:
        word: AnyAction = _WORDS.convert(action)
    except UnknownTag:
        raise Refusal(Code.BAD_ACTION, why="unknown `do`") from None
    except msgspec.ValidationError as error:
        raise Refusal(Code.BAD_ACTION, why=str(error)) from None
    if not isinstance(word, Reveal):
        return NUMBERS[word]
    if len(word.add) != face_down:
        raise Refusal(Code.BAD_ACTION, why=f"`add` must have one entry for each of {face_down} tokens")
    return REVEAL + sum(1 << token for token, added in enumerate(word.add) if added)


def write(action: int, face_down: int) -> dict[str, Any]:
    """An action as a fresh map for the wire and the store."""
    wire: dict[str, Any] = plain(typed(action, face_down))
    return wire
