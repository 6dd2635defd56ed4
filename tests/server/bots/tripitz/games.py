"""Moments of games of Tripitz as a bot on a seat sees them."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, Final

from tests.server.games.tripitz.play import FORMS, begun
from triqueta_protocol.codec import plain
from triqueta_protocol.games.tripitz import VOCABULARY
from triqueta_server.bots.tripitz import LEVELS as DECIDERS
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES

LEVELS = VOCABULARY.levels
SEARCHING = ("hard", "expert")
SOME: Final = 3
"""Where a placement is the thing to do, a searching bot takes one decision of so many."""


def chosen(level: str, position: Position, seat: int, luck: str) -> dict[str, Any]:
    """What a bot does on a seat, as the wire has it."""
    public, mine = RULES.public(position), RULES.mine(position, seat)
    action: dict[str, Any] = plain(DECIDERS[level](public, mine, seat, Random(luck)))
    return action


def moments(level: str, seats: int, form: str, seed: str) -> Iterator[tuple[Position, int, dict[str, Any]]]:
    """Each position of a game between bots of one level, who is to move, and the action it takes.

    Where a searching bot decides, a sound player takes most of the decisions for it.
    """
    position = begun(seats, seed.encode(), FORMS[form])
    rng = Random(seed)
    for number in count():
        if not position.owing:
            break
        seat = rng.choice(position.owing)
        luck = f"{seed} {seat} {position.left} {sum(position.points)}"
        action = chosen("normal", position, seat, luck)
        if level not in SEARCHING or number % SOME == 0 or action["do"] != "place":
            action = chosen(level, position, seat, luck)
        yield position, seat, action
        position.apply(seat, RULES.read(position, seat, action))
