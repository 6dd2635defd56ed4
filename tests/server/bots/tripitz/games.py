"""Moments of games of Tripitz as a bot on a seat sees them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from protocol.codec import plain
from protocol.games.tripitz import VOCABULARY
from server.bots.tripitz import LEVELS as DECIDERS
from server.games.tripitz.position import Position
from server.games.tripitz.rules import RULES
from tests.server.games.tripitz.play import FORMS, begun

LEVELS = VOCABULARY.levels


def chosen(level: str, position: Position, seat: int, luck: str) -> dict[str, Any]:
    """What a bot does on a seat, as the wire has it."""
    public, mine = RULES.public(position), RULES.mine(position, seat)
    action: dict[str, Any] = plain(DECIDERS[level](public, mine, seat, Random(luck)))
    return action


def moments(level: str, seats: int, form: str, seed: str) -> Iterator[tuple[Position, int, dict[str, Any]]]:
    """Each position of a game between bots of one level, who is to move, and the action it takes."""
    position = begun(seats, seed.encode(), FORMS[form])
    rng = Random(seed)
    while position.owing:
        seat = rng.choice(position.owing)
        action = chosen(level, position, seat, f"{seed} {seat} {position.left} {sum(position.points)}")
        yield position, seat, action
        position.apply(seat, RULES.read(position, seat, action))
