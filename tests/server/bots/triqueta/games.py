"""Moments of games of Triqueta as a bot on a seat sees them."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, Final

from triqueta_protocol.codec import plain
from triqueta_protocol.games.triqueta import VOCABULARY, Options
from triqueta_server.bots.choose import choose
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import RULES

LEVELS = VOCABULARY.levels
LOOKING = ("easy", "normal")
"""The levels that decide at first sight."""
SOME: Final = 3
"""Of the decisions that come often, the others take one of so many."""
VIEWS = [(2, "standard"), (3, "standard"), (4, "standard"), (5, "standard"), (2, "dorra")]


def decider(level: str, number: int, phase: str) -> str:
    """Who takes the decision of this number where bots of a level play; they take all that are rare."""
    often = phase in {"turn", "place"} and level not in LOOKING
    return "normal" if often and number % SOME else level


def moments(
    level: str, seats: int, variant: str, seed: str
) -> Iterator[tuple[Position, int, dict[str, Any]]]:
    """Each position of a game between bots of one level, who is to move, and the action it takes.

    Where a searching bot decides, a sound player takes most of the decisions for it.
    """
    options = Options(variant="dorra") if variant == "dorra" else Options()
    position = RULES.begin(seats, options, seed.encode())
    rng = Random(seed)
    for number in count():
        if not position.owing:
            break
        seat = rng.choice(position.owing)
        public, mine = RULES.public(position), RULES.mine(position, seat)
        who = decider(level, number, position.phase)
        action = choose(who, "triqueta", public, mine, seat, Random(f"{seed} {position.top}"))
        yield position, seat, action
        position.apply(seat, RULES.read(position, seat, action))


def question(seats: int = 3) -> tuple[str, dict[str, Any], dict[str, Any], int]:
    """Game, view and seat of somebody who has to begin, as plain maps."""
    position = RULES.begin(seats, Options(), b"question")
    [seat] = position.owing
    return "triqueta", plain(RULES.public(position)), plain(RULES.mine(position, seat)), seat
