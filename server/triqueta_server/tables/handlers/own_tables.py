"""A player's tables: those that are open, those in the store, and results that the player has not seen."""

from collections.abc import Iterable
from typing import Final, Protocol

import msgpack
import msgspec

from triqueta_protocol import requests
from triqueta_protocol.archive import OwnTable, TablesFound
from triqueta_protocol.events import Accepted
from triqueta_server.store.records import HeldGame, SeenResults
from triqueta_server.tables.services import Services
from triqueta_server.tables.state.player import Client, Player
from triqueta_server.tables.state.sleep import StoredSleep
from triqueta_server.tables.state.stored_setup import Setup
from triqueta_server.tables.state.table import Table

MOST: Final = 50
"""Tables, and results, in one answer."""

UNSEEN_FOR: Final = 30 * 24 * 60 * 60
"""Seconds for which a result waits to be seen."""


class Open(Protocol):
    services: Services
    tables: dict[str, Table]


async def find(server: Open, client: Client, request: requests.MyTables) -> None:
    player = client.player
    if request.seen:
        record = SeenResults(player.id, request.seen)
        server.services.write(record, lambda: None, lambda _error: None)
    games = await server.services.find_own_games(player.id)
    tables = list(server.tables.values())
    there = {table.code for table in tables if not table.closed}
    mine = [*_open(tables, player), *(_stored(game) for game in games.unfinished if game.table not in there)]
    unseen = tuple(game for game in games.unseen if game.id not in request.seen)
    client.answer(Accepted(id=request.id, found=TablesFound(tables=tuple(mine[:MOST]), results=unseen)))


def _open(tables: Iterable[Table], player: Player) -> list[OwnTable]:
    seats = ((table, table.seat_of(player)) for table in tables if table.goes_on and not table.closed)
    return [_line(table, at) for table, at in seats if at is not None]


def _line(table: Table, at: int) -> OwnTable:
    match, asleep = table.visible_match, table.asleep
    owing = tuple(match.position.owing) if match is not None else ()
    return OwnTable(
        table=table.code,
        game=table.vocabulary.game,
        seat=at,
        names=tuple(seat.name for seat in table.seats),
        status=table.status,
        bots=tuple(seat for seat, one in enumerate(table.seats) if one.owner is None),
        owing=owing,
        yours=at in owing and table.seats[at].bot is None,
        since=match.last_at if match is not None else None,
        asleep=asleep is not None,
        until=asleep.shown_until if asleep is not None else None,
    )


def _stored(game: HeldGame) -> OwnTable:
    setup = msgspec.convert(msgpack.unpackb(game.setup), Setup)
    slept = None
    if game.sleep is not None:
        slept = msgspec.convert(msgpack.unpackb(game.sleep), StoredSleep)
    sleep = slept.sleep if slept is not None else None
    owing = slept.owing if slept is not None and sleep is not None else ()
    return OwnTable(
        table=game.table,
        game=game.game,
        seat=game.seat,
        names=tuple(seat.name for seat in setup.seats),
        bots=tuple(at for at, seat in enumerate(setup.seats) if seat.owner is None),
        owing=owing,
        yours=game.seat in owing,
        since=game.last_at,
        asleep=True,
        until=sleep.shown_until if sleep is not None else None,
    )
