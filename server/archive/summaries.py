"""The summary of a game that is over: found by playing its moves again."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from server.games.game import AnyRules, NotesSlips, Position
from server.games.standings import standings
from server.store.records import SeatResult

Move = tuple[int, int]
"""A seat and its action."""


def outcome(
    rules: AnyRules, options: Struct, seed: bytes, moves: Iterable[Move], seats: Sequence[SeatResult]
) -> tuple[SeatResult, ...]:
    """Who sat where, with points, place and slips of each."""
    position: Position = rules.begin(len(seats), options, seed)
    noting: Any = rules if isinstance(rules, NotesSlips) else None
    slips: list[Counter[str]] = [Counter() for _ in seats]
    for seat, action in moves:
        if noting is not None:
            for slip in noting.slips(position, seat, action):
                slips[slip.seat][slip.word] += 1
        position.apply(seat, action)
    ended = standings(rules, position, len(seats))
    return tuple(
        replace(sat, points=how.points, place=how.place, slips=dict(found))
        for sat, how, found in zip(seats, ended, slips, strict=True)
    )
