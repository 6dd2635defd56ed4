"""Converts between finished games and records of the store."""

from typing import Any, Final

import msgpack
import msgspec

from triqueta_protocol.archive import ArchivedGame
from triqueta_protocol.codec import pack, plain
from triqueta_server.archive.finished_game import Decision, FinishedGame, PlayedSeat, TableFacts
from triqueta_server.store.records import (
    Entry,
    GameEnd,
    GameRecord,
    GameSummary,
    ImportedBy,
    Record,
    SeatResult,
    StoredGame,
)
from triqueta_server.tables.state.stored_setup import Setup, SetupSeat

NO_TABLE: Final = ""
"""The table of an imported game."""


def finished(stored: StoredGame, summary: GameSummary | None = None) -> FinishedGame | None:
    """The game, or None if it is unfinished. The summary has what is not in the log."""
    record, end = stored.record, stored.end
    if end is None:
        return None
    setup = msgspec.convert(msgpack.unpackb(record.setup), Setup)
    absent = _absent(stored)
    return FinishedGame(
        id=record.id,
        game=record.game,
        begun_at=record.begun_at,
        ended_at=end.at,
        seats=tuple(
            PlayedSeat(
                name=seat.name,
                level=seat.bot,
                bot=summary is not None and summary.seats[at].program,
                gone=seat.bot is None and at in absent,
            )
            for at, seat in enumerate(setup.seats)
        ),
        options=setup.options,
        seed=record.seed,
        salt=record.salt,
        decisions=decisions(stored),
        winners=tuple(msgpack.unpackb(end.result)),
        facts=TableFacts(
            number=max(1, record.number),
            clock=setup.settings.clock,
            coach=setup.settings.coach,
            practice=setup.settings.practice,
            seeded=setup.settings.seed,
        ),
        imported=record.table == NO_TABLE,
        rated=setup.settings.rated,
    )


def _absent(stored: StoredGame) -> set[int]:
    """The seats on which a stand-in bot played at the end."""
    last = {entry.seat: msgpack.unpackb(entry.body) for entry in stored.entries if entry.kind == "seat"}
    return {seat for seat, occupant in last.items() if occupant["bot"] is not None}


def decisions(stored: StoredGame) -> tuple[Decision, ...]:
    """The decisions, without those that were undone."""
    kept: list[Decision] = []
    for entry in stored.entries:
        if entry.kind == "move":
            action: dict[str, Any] = msgpack.unpackb(entry.body)[0]
            # The system clock may be set back during a game.
            passed = max(round((entry.at - stored.record.begun_at) * 1000), kept[-1].at if kept else 0)
            kept.append(Decision(passed, entry.seat, action))
        elif entry.kind == "takeback":
            del kept[msgpack.unpackb(entry.body) :]
    return tuple(kept)


def seat_of(stored: StoredGame, player: str) -> int | None:
    """The seat on which a player began."""
    return next((seat for seat, owner in enumerate(stored.record.players) if owner == player), None)


def records(game: FinishedGame, line: ArchivedGame, importer: str) -> list[Record]:
    """The records of an imported game, in the list of one player."""
    setup = Setup(
        settings=game.facts.settings(len(game.seats)),
        options=game.options,
        seats=tuple(SetupSeat(name=seat.name, owner=None, bot=seat.level) for seat in game.seats),
        host=None,
        password=None,
    )
    begun = game.begun_at
    no_players = (None,) * len(game.seats)
    kept: list[Record] = [
        GameRecord(
            game.id,
            NO_TABLE,
            game.game,
            game.facts.number,
            begun,
            game.seed,
            game.salt,
            pack(plain(setup)),
            no_players,
        ),
        ImportedBy(game.id, importer),
    ]
    bodies: list[tuple[float, Any, int, Any]] = [
        (begun + one.at / 1000, "move", one.seat, [one.action, None]) for one in game.decisions
    ]
    for at, seat in enumerate(game.seats):
        if seat.gone:
            occupant = {"name": seat.name, "owner": None, "bot": "", "left": True, "kicked": None}
            bodies.append((game.ended_at, "seat", at, occupant))
    for n, (when, kind, at, body) in enumerate(bodies, start=1):
        kept.append(Entry(game.id, n, when, kind, at, None, None, pack(body)))
    summary = GameSummary(
        seats=tuple(
            SeatResult(None, seat.name, seat.level, seat.bot, seat.gone, shown.points, shown.place)
            for seat, shown in zip(game.seats, line.seats, strict=True)
        ),
        options=game.options,
        practice=game.facts.practice,
        coach=game.facts.coach,
    )
    kept.append(GameEnd(game.id, game.ended_at, pack(list(game.winners)), summary))
    return kept
