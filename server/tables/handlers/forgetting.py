"""Somebody wants to be forgotten: no game is in the way, all tables are left, and then the store forgets."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from protocol import requests
from protocol.archive import Forgotten
from protocol.errors import Code, Refusal
from protocol.events import Accepted, Bye, Rejected
from server.store.records import ForgetPlayer
from server.tables.handlers import seating
from server.tables.services import Services
from server.tables.state.nameless import without
from server.tables.state.player import Player
from server.tables.state.table import Table

TABLES_AT_ONCE: Final = 8
"""The games of so many are written in one transaction, for which everybody else waits."""

log = logging.getLogger(__name__)


async def forget(
    services: Services,
    tables: Mapping[str, Table],
    players: dict[str, Player],
    player: Player,
    request: requests.ForgetMe,
) -> None:
    """Begin to forget a player, or refuse. The answer comes when it is done, and then the link ends."""
    _check(tables.values(), player)
    for held in await services.find_in_the_way(player.id):
        raise Refusal(Code.STILL_PLAYING, table=held.table, game=held.game)
    if services.stalled:
        raise Refusal(Code.PAUSED)
    _check(tables.values(), player)
    for table in list(tables.values()):
        table.guarded(partial(_leave, table, player))()
        table.guarded(partial(_leave_series, table, player))()
    # From now on nothing more is written about the player; what was written before comes before this.
    player.forgotten, player.token_hash = True, None
    services.ratings.forget(player.id)
    done, refused = partial(_finish, players, player, request), partial(_not_forgotten, player, request)
    _write(services, player.id, done, refused)


def resume(services: Services, player: str) -> None:
    """Go on with somebody whom a server before this one had begun to forget."""
    log.info("a player is still to be forgotten")
    _write(services, player, lambda: log.info("a player is forgotten"), _log_refusal)


def _write(
    services: Services, player: str, done: Callable[[], None], refused: Callable[[Exception], None]
) -> None:
    """Write it as often as it takes: what others write comes in between."""
    record = ForgetPlayer(player, without, TABLES_AT_ONCE)

    def next_one() -> None:
        if record.progress.done:
            done()
        elif not services.closing:  # otherwise the next server goes on
            _write(services, player, done, refused)

    services.write(record, next_one, refused)


def _check(tables: Iterable[Table], player: Player) -> None:
    """Refuse somebody whom others play with just now."""
    for table in tables:
        if table.status == "playing" and table.seat_of(player) is not None and _has_company(table, player):
            raise Refusal(Code.STILL_PLAYING, table=table.code, game=table.vocabulary.game)


def _has_company(table: Table, player: Player) -> bool:
    return any(seat.owner is not None and seat.owner is not player for seat in table.seats)


def _leave(table: Table, player: Player) -> None:
    """Leave a table for good; a game with bots only ends with it."""
    if table.status == "playing" and table.seat_of(player) is not None:
        table.close(Code.TABLE_CLOSED)
        return
    if player.id in table.viewers:
        seating.leave(table, player, requests.Leave(id=1, table=table.code))
    at = table.seat_of(player)
    if at is not None:
        # The seat stays, as a column of the last game's scoresheet.
        table.seats[at].owner, table.seats[at].name, table.seats[at].left = None, "", True
    series = None if table.series is None else table.series.without(player.id)
    if at is not None or series != table.series:
        table.series = series
        table.broadcast()


def _leave_series(table: Table, player: Player) -> None:
    """Take the name out of a series; the points stay, as somebody's."""
    series = table.series.without(player.id) if table.series is not None else None
    if series != table.series:
        table.series = series
        table.broadcast()


def _not_forgotten(player: Player, request: requests.ForgetMe, error: Exception) -> None:
    _log_refusal(error)
    player.answer(Rejected(id=request.id, code=Code.ARCHIVE_BUSY))


def _log_refusal(error: Exception) -> None:
    log.error("a player cannot be forgotten: %s", error)


def _finish(players: dict[str, Player], player: Player, request: requests.ForgetMe) -> None:
    if players.get(player.id) is player:
        del players[player.id]
    log.info("a player is forgotten")
    player.answer(Accepted(id=request.id, found=Forgotten()))
    if player.link is not None:
        player.link.end(Bye(code=Code.FORGOTTEN))
