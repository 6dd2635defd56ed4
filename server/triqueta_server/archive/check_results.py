"""Compares the results that are kept of finished games with what comes out when they are played again."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgpack
import msgspec

from triqueta_server.archive.stored import decisions
from triqueta_server.games.game import AnyRules
from triqueta_server.games.outcome import Outcome, outcome
from triqueta_server.store import results
from triqueta_server.store.records import StoredGame
from triqueta_server.tables.state.stored_setup import Setup

Read = Callable[..., Any]
"""``Store.read``: asks something of the database."""


def wrong_results(read: Read, rules: Mapping[str, AnyRules]) -> Iterator[str]:
    """A line for each game whose rows in ``seat_result`` or ``own_game`` do not follow from its log.

    Raises ``DamagedGameError`` at a game that is not as it was written.
    """
    for seq in read(results.summarised):
        stored, kept, own = read(results.kept_of, seq)
        ended = _played_again(stored, rules[stored.record.game])
        if [(seat.points, seat.place, seat.slips) for seat in kept] != [tuple(how) for how in ended]:
            yield f"  game {stored.record.id}: other points, places or slips are kept than its moves give"
        played = [
            (seat.player, at, seat.place == 1 and not seat.gone, seat.gone, seat.place, seat.points)
            for at, seat in enumerate(kept)
            if seat.player is not None
        ]
        if sorted(own) != sorted(played):
            yield f"  game {stored.record.id}: the players' lists have another result than the game"


def _played_again(stored: StoredGame, rules: AnyRules) -> tuple[Outcome, ...]:
    setup = msgspec.convert(msgpack.unpackb(stored.record.setup), Setup)
    options = msgspec.convert(setup.options, rules.vocabulary.words.options)
    moves = [(one.seat, one.action) for one in decisions(stored)]
    return outcome(rules, len(setup.seats), options, stored.record.seed, moves)
