"""Moments of games of Triché as a bot on a seat sees them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from triqueta_protocol.codec import plain
from triqueta_protocol.games.triche import SEATS, VOCABULARY, Options
from triqueta_server.bots.triche import LEVELS as DECIDERS
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES

LEVELS = VOCABULARY.levels
SEARCHING = ("hard", "expert")
LOOKING = tuple(level for level in LEVELS if level not in SEARCHING)
"""The levels that decide at first sight."""
FORMS = [(seats, expansion) for expansion in (False, True) for seats in SEATS]


def chosen(level: str, position: Position, seat: int, luck: str) -> dict[str, Any]:
    """What a bot does on a seat, as the wire has it."""
    public, mine = RULES.public(position), RULES.mine(position, seat)
    action: dict[str, Any] = plain(DECIDERS[level](public, mine, seat, Random(luck)))
    return action


def moments(
    level: str, seats: int, expansion: bool, seed: str, rounds: int = 100
) -> Iterator[tuple[Position, int, dict[str, Any]]]:
    """Each position of a game between bots of one level, who is to move, and the action it takes."""
    position = RULES.begin(seats, Options(expansion=expansion), seed.encode())
    rng = Random(seed)
    while position.owing and position.round <= rounds:
        seat = rng.choice(position.owing)
        action = chosen(level, position, seat, f"{seed} {seat} {position.left}")
        yield position, seat, action
        position.apply(seat, RULES.read(position, seat, action))
