"""Moments of games of Triqueta as a bot on a seat sees them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from protocol.codec import plain
from protocol.games.triqueta import VOCABULARY, Options
from server.bots.choose import choose
from server.games.triqueta.position import Position
from server.games.triqueta.rules import RULES

LEVELS = VOCABULARY.levels
LOOKING = ("easy", "normal")
"""The levels that decide at first sight."""
VIEWS = [(2, "standard"), (3, "standard"), (4, "standard"), (5, "standard"), (2, "dorra")]


def moments(
    level: str, seats: int, variant: str, seed: str
) -> Iterator[tuple[Position, int, dict[str, Any]]]:
    """Each position of a game between bots of one level, who is to move, and the action it takes."""
    options = Options(variant="dorra") if variant == "dorra" else Options()
    position = RULES.begin(seats, options, seed.encode())
    rng = Random(seed)
    while position.owing:
        seat = rng.choice(position.owing)
        public, mine = RULES.public(position), RULES.mine(position, seat)
        action = choose(level, "triqueta", public, mine, seat, Random(f"{seed} {position.top}"))
        yield position, seat, action
        position.apply(seat, RULES.read(position, seat, action))


def question(seats: int = 3) -> tuple[str, dict[str, Any], dict[str, Any], int]:
    """Game, view and seat of somebody who has to begin, as plain maps."""
    position = RULES.begin(seats, Options(), b"question")
    [seat] = position.owing
    return "triqueta", plain(RULES.public(position)), plain(RULES.mine(position, seat)), seat
