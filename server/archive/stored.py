"""Finished games as the store has them: who had a seat, and the decisions that counted."""

from typing import Any

import msgpack
import msgspec

from server.archive.finished_game import Decision, FinishedGame, PlayedSeat, TableFacts
from server.store.records import StoredGame
from server.tables.state.stored_setup import Setup


def finished(stored: StoredGame) -> FinishedGame | None:
    """The game; None if it is not over."""
    record, end = stored.record, stored.end
    if end is None:
        return None
    setup = msgspec.convert(msgpack.unpackb(record.setup), Setup)
    return FinishedGame(
        id=record.id,
        game=record.game,
        begun_at=record.begun_at,
        ended_at=end.at,
        seats=tuple(PlayedSeat(name=seat.name, level=seat.bot) for seat in setup.seats),
        options=setup.options,
        seed=record.seed,
        salt=record.salt,
        decisions=decisions(stored),
        winners=tuple(msgpack.unpackb(end.result)),
        facts=TableFacts(
            number=max(1, record.number),
            clock=setup.rules.clock,
            coach=setup.coach,
            practice=setup.practice,
            seeded=setup.seeded,
        ),
    )


def decisions(stored: StoredGame) -> tuple[Decision, ...]:
    """What was decided, without what was taken back."""
    kept: list[Decision] = []
    for entry in stored.entries:
        if entry.kind == "move":
            action: dict[str, Any] = msgpack.unpackb(entry.body)[0]
            # The clock of a machine may be set back in the middle of a game.
            passed = max(round((entry.at - stored.record.begun_at) * 1000), kept[-1].at if kept else 0)
            kept.append(Decision(passed, entry.seat, action))
        elif entry.kind == "takeback":
            del kept[msgpack.unpackb(entry.body) :]
    return tuple(kept)


def seat_of(stored: StoredGame, player: str) -> int | None:
    """The seat with which a player began."""
    return next((seat for seat, owner in enumerate(stored.record.players) if owner == player), None)
