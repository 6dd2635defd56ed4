"""The result of a finished game for each seat: points, place and slips."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from triqueta_protocol.games.views import PublicView
from triqueta_server.games.game import AnyRules, NotesSlips, Position


class Standing(NamedTuple):
    points: int
    place: int
    """From 1; equal seats share a place."""


def standings(rules: AnyRules, position: Position, seats: int) -> tuple[Standing, ...]:
    """The standings of a finished game, by seat.

    They come from the ``scores`` in the view (``total``, ``rank`` per seat); without these, from the winners.
    """
    shown: PublicView = rules.public(position)
    scores: Any = getattr(shown, "scores", None)
    if scores is not None:
        return tuple(Standing(score.total, score.rank) for score in scores)
    winners = rules.winners(position)
    return tuple(Standing(0, 1 if seat in winners else 1 + len(winners)) for seat in range(seats))


class Outcome(NamedTuple):
    points: int
    place: int
    """From 1; equal seats share a place."""
    slips: dict[str, int]
    """The game's words for mistakes, and their numbers."""


def outcome(
    rules: AnyRules,
    seats: int,
    options: Struct,
    seed: bytes,
    moves: Iterable[tuple[int, int | dict[str, Any]]],
) -> tuple[Outcome, ...]:
    """Replay a game to its end. ``moves`` are all seats and actions, as numbers or as stored."""
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
