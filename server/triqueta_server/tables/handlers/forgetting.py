"""Delete a player's data: no running game needs it, the player leaves all tables, then the store deletes."""

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Protocol

from triqueta_protocol import requests
from triqueta_protocol.archive import Forgotten
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Accepted, Bye, Rejected
from triqueta_server.store.records import DeletePlayer
from triqueta_server.tables.handlers import seating
from triqueta_server.tables.services import Services
from triqueta_server.tables.state.anonymize import without
from triqueta_server.tables.state.player import Client, Player
from triqueta_server.tables.state.table import Table

TABLES_AT_ONCE: Final = 8
"""The games of so many tables are rewritten in one transaction, for which everything else waits."""

log = logging.getLogger(__name__)


class Everything(Protocol):
    """All that a server has in memory."""

    services: Services
    players: dict[str, Player]
    tables: dict[str, Table]


async def forget(server: Everything, client: Client, request: requests.ForgetMe) -> None:
    """Begin to delete a player's data, or refuse. The answer comes when it is done; then the link ends."""
    services, players, tables = server.services, server.players, server.tables
    player = client.player
    _check(tables.values(), player)
    for held in await services.find_blocking_seats(player.id):
        raise RefusalError(Code.STILL_PLAYING, table=held.table, game=held.game)
    if services.stalled:
        raise RefusalError(Code.PAUSED)
    _check(tables.values(), player)
    for table in list(tables.values()):
        table.guarded(partial(_leave, table, player))()
        table.guarded(partial(_leave_series, table, player))()
    # From now on nothing more is written about the player; what was written before comes before this.
    player.forgotten, player.credential = True, None
    services.ratings.forget(player.id)
    done, refused = partial(_finish, players, client, request), partial(_not_forgotten, client, request)
    _write(services, player.id, done, refused)


def resume(services: Services, player: str) -> None:
    """Continue a deletion that the server had begun before its last start."""
    log.info("deletion of player data resumed")
    _write(services, player, lambda: log.info("player data deleted"), _log_refusal)


def _write(
    services: Services, player: str, done: Callable[[], None], refused: Callable[[Exception], None]
) -> None:
    """Write the record as often as it takes: what others write comes in between."""
    record = DeletePlayer(player, without, TABLES_AT_ONCE)

    def next_one() -> None:
        if record.progress.done:
            done()
        elif not services.closing:  # otherwise it is resumed at the next start
            _write(services, player, done, refused)

    services.write(record, next_one, refused)


def _check(tables: Iterable[Table], player: Player) -> None:
    """Refuse a player whom others play with at the moment."""
    for table in tables:
        if table.status == "playing" and table.seat_of(player) is not None and _has_company(table, player):
            raise RefusalError(Code.STILL_PLAYING, table=table.code, game=table.vocabulary.game)


def _has_company(table: Table, player: Player) -> bool:
    return any(seat.owner is not None and seat.owner is not player for seat in table.seats)


def _leave(table: Table, player: Player) -> None:
    """Leave a table permanently; a game with only bots ends with it."""
    if table.status == "playing" and table.seat_of(player) is not None:
        table.close(Code.TABLE_CLOSED)
        return
    if player.id in table.viewers:
        seating.leave(table, player, requests.Leave(id=1, table=table.code))
    at = table.seat_of(player)
    if at is not None:
        # The seat stays, as a column of the last game's scoresheet.
        table.change_seat(at, owner=None, name="", left=True)
    if table.anonymize(player) or at is not None:
        table.broadcast()


def _leave_series(table: Table, player: Player) -> None:
    if player.id in table.access.banned:
        table.replace(access=table.access.pardon(player.id))
    if table.anonymize(player):
        table.broadcast()


def _not_forgotten(client: Client, request: requests.ForgetMe, error: Exception) -> None:
    _log_refusal(error)
    client.answer(Rejected(id=request.id, code=Code.ARCHIVE_BUSY))


def _log_refusal(error: Exception) -> None:
    log.error("player data not deleted error=%s", error)


def _finish(players: dict[str, Player], client: Client, request: requests.ForgetMe) -> None:
    player = client.player
    if players.get(player.id) is player:
        del players[player.id]
    log.info("player data deleted")
    client.answer(Accepted(id=request.id, found=Forgotten()))
    for each in player.clients.values():
        if each.link is not None:
            each.link.end(Bye(code=Code.FORGOTTEN))
