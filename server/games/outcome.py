"""How a game has come out for each seat: found by playing its moves again."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from server.games.game import AnyRules, NotesSlips, Position
from server.games.standings import standings


class Outcome(NamedTuple):
    points: int
    place: int
    """1 for winners; equals share one."""
    slips: dict[str, int]
    """The mistakes that the game has words for, and how many."""


def outcome(
    rules: AnyRules,
    seats: int,
    options: Struct,
    seed: bytes,
    moves: Iterable[tuple[int, int | dict[str, Any]]],
) -> tuple[Outcome, ...]:
    """Of each seat. ``moves`` are all seats and actions to the end of the game, as numbers or as stored."""
    position: Position = rules.begin(seats, options, seed)
    noting: Any = rules if isinstance(rules, NotesSlips) else None
    slips: list[Counter[str]] = [Counter() for _ in range(seats)]
    for seat, move in moves:
        action = move if isinstance(move, int) else rules.read(position, seat, move)
        if noting is not None:
            for slip in noting.slips(position, seat, action):
                slips[slip.seat][slip.word] += 1
        position.apply(seat, action)
    ended = standings(rules, position, seats)
    return tuple(Outcome(*how, dict(found)) for how, found in zip(ended, slips, strict=True))
