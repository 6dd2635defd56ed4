"""Summaries of games that ended before there were any: worked out from their logs, a few at a time."""

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgpack
import msgspec

from protocol.codec import plain
from server.archive import stored
from server.archive.finished_game import FinishedGame
from server.bots.worker_process import Unanswered
from server.games import RULES
from server.games.outcome import outcome
from server.store import results
from server.store.failures import GameDamaged, StoreBroken, StoreStalled
from server.store.records import GameSummary, SeatResult, StoredGame, SummaryRecord
from server.tables.state.stored_setup import Setup

if TYPE_CHECKING:
    from server.archive.archive import Archive

AT_ONCE: Final = 16
"""Games that are worked on together."""

WITHIN: Final = 20.0
"""Seconds that a worker may take for them."""

OWN_AT_ONCE: Final = 10 * AT_ONCE
"""So many of the newest games of somebody who asks for them come before all others."""

_WHOSE: Final = "records"
"""The name under which workers are asked, beside tables and players: no game of a table begins with it."""

log = logging.getLogger(__name__)


async def summarise_all(archive: "Archive", after_seconds: float = 0.0) -> None:
    """Go through all games without a summary, as long as there are any, with pauses for everything else."""
    await asyncio.sleep(after_seconds)
    after, done, began = 0, 0, monotonic()
    while True:
        started = monotonic()
        try:
            games = await archive.run(archive.store.read, results.unsummarised, after, AT_ONCE)
            if not games:
                break
            done += await _summarise(archive, [game for _, game in games])
            after = games[-1][0]
        except (StoreStalled, StoreBroken, Unanswered) as error:
            # Those that are left are found again at the next start.
            log.warning("older games are not summarised for now: %s", error)
            return
        await asyncio.sleep(monotonic() - started)
    if done:
        log.info("%d older games are in the lists of their players now (%.0f s)", done, monotonic() - began)


async def summarise_own(archive: "Archive", player: str) -> None:
    """See that the newest games of a player have their summaries."""
    games = await archive.run(archive.store.read, results.unsummarised_of, player, OWN_AT_ONCE)
    for at in range(0, len(games), AT_ONCE):
        await _summarise(archive, games[at : at + AT_ONCE])


async def _summarise(archive: "Archive", games: Sequence[str]) -> int:
    records: list[SummaryRecord] = []
    read: list[tuple[StoredGame, FinishedGame]] = []
    for game in games:
        try:
            found = await archive.run(archive.store.game, game)
            finished = None if found is None else stored.finished(found)
        except (GameDamaged, msgspec.ValidationError, ValueError) as error:
            log.warning("the game %s is in nobody's list: %s", game, error)
            records.append(SummaryRecord(game, None))
            continue
        if found is not None and finished is not None:
            read.append((found, finished))
    if read:
        worked_out = await archive.work("summarise", _WHOSE, [plain(one) for _, one in read], within=WITHIN)
        for (found, _), ended in zip(read, worked_out, strict=True):
            records.append(SummaryRecord(found.record.id, None if ended is None else _summary(found, ended)))
    await archive.run(archive.store.write, records)
    return len(records)


def outcomes(games: list[dict[str, Any]]) -> list[Any]:
    """Points, place and slips of each seat of each game; None for a game that does not replay."""
    return [_outcome(msgspec.convert(game, FinishedGame)) for game in games]


def _outcome(game: FinishedGame) -> list[Any] | None:
    rules = RULES.get(game.game)
    if rules is None:
        return None
    try:
        options = msgspec.convert(game.options, rules.vocabulary.words.options)
        moves = [(decision.seat, decision.action) for decision in game.decisions]
        return [list(one) for one in outcome(rules, len(game.seats), options, game.seed, moves)]
    except Exception:
        log.exception("the game %s cannot be played again", game.id)
        return None


def _summary(game: StoredGame, ended: Sequence[tuple[int, int, dict[str, int]]]) -> GameSummary:
    setup = msgspec.convert(msgpack.unpackb(game.record.setup), Setup)
    absent = dict.fromkeys(range(len(setup.seats)), False)
    for entry in game.entries:
        if entry.kind == "seat":
            absent[entry.seat] = msgpack.unpackb(entry.body)["bot"] is not None
    return GameSummary(
        seats=tuple(
            SeatResult(
                player=sat.owner,
                name=sat.name,
                level=sat.bot,
                program=sat.program,
                gone=sat.bot is None and absent[at],
                points=points,
                place=place,
                slips=slips,
            )
            for at, (sat, (points, place, slips)) in enumerate(zip(setup.seats, ended, strict=True))
        ),
        options=setup.options,
        practice=setup.practice,
        coach=setup.coach,
        rated=setup.rated,
        series=setup.series.id if setup.series else None,
        series_number=len(setup.series.games) + 1 if setup.series else None,
    )
