"""Triqueta's actions: as small numbers, typed, and as on the wire."""

from typing import Any, Final

from triqueta_protocol.games.triqueta import (
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
from triqueta_server.games.actions import WireActions, bad_action, encode

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

_ACTIONS: Final = WireActions[AnyAction](AnyAction)
NUMBERS: Final = {action: number for number, action in enumerate(TYPED)}
"""By typed action, every one but the reveals."""


def typed(action: int, face_down: int) -> AnyAction:
    """A numbered action of a seat with so many face-down tokens as a typed one."""
    return TYPED[action] if action < REVEAL else REVEALS[face_down][action - REVEAL]


def read(action: dict[str, Any], face_down: int) -> int:
    """The number of an action from the wire; refuses a malformed one."""
    word = _ACTIONS.decode(action)
    if not isinstance(word, Reveal):
        return NUMBERS[word]
    if len(word.add) != face_down:
        raise bad_action(f"`add` must have one entry for each of {face_down} tokens")
    return REVEAL + sum(1 << token for token, added in enumerate(word.add) if added)


def write(action: int, face_down: int) -> dict[str, Any]:
    """An action as a new map for the wire and the store."""
    return encode(typed(action, face_down))
