"""What servers say of a player's tables; asking them starts no server and opens no table."""

import asyncio
import contextlib
import os
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from triqueta_protocol import requests
from triqueta_protocol.archive import ArchivedGame, OwnTable, TablesFound
from triqueta_protocol.internal.defaults import PASSWORD_VARIABLE
from triqueta_tui.paths import Paths
from triqueta_tui.session.address import Address, BadAddressError, parse_address
from triqueta_tui.session.client_protocol import AnotherServerError, ClientProtocol
from triqueta_tui.session.error_words import TROUBLES
from triqueta_tui.session.hosting_folder import port_of
from triqueta_tui.session.known_servers import HERE, HOSTED, Memory
from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat
from triqueta_tui.session.player_keys import PlayerKeys

if TYPE_CHECKING:
    from triqueta_protocol.login import KeyPair

ANSWER_WITHIN: Final = 0.9
"""Seconds that all servers together have to answer."""


def remember_tables(memory: Memory, server: str, identity: str, found: Any) -> None:
    """Remember what a server has answered; what it does not name is over."""
    if not isinstance(found, TablesFound):
        return
    old = {one.key: one for one in memory.tables.seats}
    seats = [_seat(line, server, identity) for line in reversed(found.tables)]
    seats = [_with_companions(one, old.get(one.key)) for one in seats]
    results = [_result(game, server, identity) for game in reversed(found.results)]
    memory.tables.replace(memory.tables.keys(identity or server), seats, results)


async def ask_servers(memory: Memory, keys: PlayerKeys, name: str, paths: Paths) -> None:
    """Ask the servers at which something waits, all at once; one that does not answer changes nothing."""
    places = {one.identity: one.server for one in memory.results if one.identity}
    places |= {one.identity: one.server for one in memory.seats if one.identity}
    asking = [
        asyncio.create_task(_ask(memory, keys, name, identity, server, address))
        for identity, server in places.items()
        if (address := _address(server, paths)) is not None
    ]
    if asking:
        _, late = await asyncio.wait(asking, timeout=ANSWER_WITHIN)
        for one in late:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def _ask(
    memory: Memory, keys: PlayerKeys, name: str, identity: str, server: str, address: Address
) -> None:
    from triqueta_tui.session.link import Link

    recall = partial(_recognise, keys, identity, server)
    protocol = ClientProtocol(name, os.environ.get(PASSWORD_VARIABLE), recall)
    link = Link(address, protocol, lambda _: None)
    running = asyncio.create_task(link.run())
    try:
        with contextlib.suppress(*TROUBLES):
            await link.welcome()
            found = (await link.ask(requests.MyTables)).found
            remember_tables(memory, server, identity, found)
    finally:
        running.cancel()
        await asyncio.wait([running])


def _recognise(keys: PlayerKeys, identity: str, server: str, key: bytes) -> "KeyPair":
    if key.hex() != identity:
        raise AnotherServerError(server)
    return keys.key(key)


def _address(server: str, paths: Paths) -> Address | None:
    """Where a server listens, if it runs; None for one that runs for one game only."""
    if server.startswith(HERE):
        return None
    if server.startswith(HOSTED):
        port = port_of(paths, server)
        return Address("127.0.0.1", port) if port else None
    try:
        return parse_address(server)
    except BadAddressError:
        return None


def _seat(line: OwnTable, server: str, identity: str) -> WaitingSeat:
    return WaitingSeat(
        server,
        line.table,
        line.game,
        identity,
        seat=line.seat,
        names=line.names,
        bots=line.bots,
        status=line.status,
        owing=line.owing,
        # On a private server nobody else is waited for.
        yours=line.yours or (server.startswith(HERE) and line.status == "playing"),
        since=line.since,
    )


def _with_companions(seat: WaitingSeat, before: WaitingSeat | None) -> WaitingSeat:
    return seat if before is None else structs.replace(seat, companions=before.companions)


def _result(game: ArchivedGame, server: str, identity: str) -> UnseenResult:
    return UnseenResult(
        server,
        game.id,
        game.game,
        tuple(seat.name for seat in game.seats),
        tuple(at for at, seat in enumerate(game.seats) if seat.place == 1),
        next((at for at, seat in enumerate(game.seats) if seat.you), None),
        identity,
        game.ended_at,
    )
