"""All that leaves a server while a game is played: to each viewer, to the lobby, the metrics and the log.

What is sent is written down with the moment at which it was: a bot that thinks longer about some tokens than
about others would tell by that, too.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from tests.fuzz.actions import any_action
from tests.leaks.bots import Bots
from tests.leaks.worlds import Pair, World
from tests.server.tables.fake_client import FakeClient
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import (
    Act,
    Advise,
    Assess,
    Chat,
    DropGame,
    ExportGame,
    Games,
    History,
    Join,
    Leaderboard,
    Lobby,
    MyTables,
    Replay,
    SitIn,
    Sleep,
    Statistics,
    Watch,
)
from triqueta_server.net.http_pages import HttpPages

NAMES = ("Ana", "Bo", "Cy", "Dan", "Kim", "Lu")
NAPS = 0.03
"""How often a player stops for tonight, of all moves."""
PACES = (0, 600, 1500)
Heard = list[tuple[float, bytes]]


class Listener(FakeClient):
    """Somebody who writes down what comes over every link, and when."""

    def __init__(self, server: FakeServer, name: str) -> None:
        super().__init__(server, name)
        self.heard: Heard = []

    async def arrive(self, server: FakeServer | None = None, **hello: Any) -> "Listener":
        await super().arrive(server, **hello)
        self.heard.append((self.server.time.now, encode(self.welcome)))
        return self

    def _take(self, frame: bytes) -> None:
        self.heard.append((self.server.time.now, frame))
        super()._take(frame)


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@contextmanager
def _log() -> Iterator[list[str]]:
    handler, logger = _Lines(), logging.getLogger("triqueta_server")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield handler.lines
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


async def heard(pair: Pair, world: World, luck: int, *, coach: bool = False) -> list[Any]:
    """What each seat heard, then a watcher, then everybody else: a stranger, the metrics and the log."""
    rng = Random(luck)
    server = FakeServer()
    server.services.rules = {pair.game: world.rules}
    with _log() as lines:
        table, clients, bots = await _seated(server, pair, rng, coach=coach)
        stranger = await Listener(server, "Zoe").arrive()
        await stranger.ask(Lobby)
        watcher = await Listener(server, "Eve").arrive()
        await watcher.watch(table)
        clients.append(watcher)
        await clients[0].start(table)
        for seat, action in world.moves:
            if seat in bots:
                bots.play(seat, action)
            else:
                await clients[seat].ask(Act, table=table, action=action)
            at = rng.randrange(len(clients) * 5)
            if at < len(clients):
                await _bump(server, clients[at], table, rng)
                await _knock(server, stranger, table, rng)
            if clients[at % len(clients)].mirrors[table].seat is not None and rng.random() < NAPS:
                await _nap(server, clients[at % len(clients)], clients, stranger, table, rng)
        pages = HttpPages(server.lobby, private=False, gateways=dict)
        seats: list[Heard] = [client.heard for client in clients[:-1]]
        seats += [[]] * (pair.seats - len(seats))
        return [*seats, watcher.heard, (stranger.heard, pages.metrics(), lines)]


async def _seated(
    server: FakeServer, pair: Pair, rng: Random, *, coach: bool
) -> tuple[str, list[Listener], Bots]:
    """A table that waits to be started: people, and sometimes bots on the seats behind the viewer's."""
    most = pair.seats - 1 - (pair.viewer or 0)
    bots = Bots(server, rng.randint(0, most) if rng.random() < 0.4 else 0, pair.seats)
    people = [await Listener(server, name).arrive() for name in NAMES[: pair.seats - bots.count]]
    level, pace = rng.choice([("hard", rng.choice(PACES)), ("expert", 600), ("normal", 600)])
    host = people[0]
    table = await host.create(pair.seats, game=pair.game, options=pair.options, coach=coach, pace=pace)
    for guest in people[1:]:
        await guest.join(table)
        await guest.ready(table)
    for _ in range(bots.count):
        await host.add_bot(table, level)
    return table, people, bots


async def _bump(server: FakeServer, client: Listener, table: str, rng: Random) -> None:
    """Somebody's link is lost, and whoever comes back asks for this and that."""
    seated = client.mirrors[table].seat
    await client.arrive()
    if seated is not None and rng.random() < 0.4:
        await client.ask(Join, table=table)
    elif seated is None and rng.random() < 0.3:
        await client.leave(table)
        # A stranger now, whose requests for tables come at a measured pace.
        server.advance(1.0)
        await client.watch(table)
    else:
        await client.resume(table)
    asked: list[tuple[Any, dict[str, Any]]] = [
        (History, {"table": table}),
        (Chat, {"table": table, "text": "well, well"}),
        (Act, {"table": table, "action": _mistake(server, table, seated, rng)}),
        *_about_games(server, table),
    ]
    if seated is not None and server.table(table).settings.coach:
        asked += [(Advise, {"table": table})] * 3
    for kind, fields in rng.sample(asked, 4):
        await client.send(kind, **fields)


async def _nap(
    server: FakeServer, client: Listener, clients: list[Listener], stranger: Listener, table: str, rng: Random
) -> None:
    """A player stops for tonight and is back later; meanwhile the others try what they can."""
    seat = client.mirrors[table].seat
    await client.ask(Sleep, table=table)
    del client.mirrors[table]
    for other in rng.sample(clients, 2):
        if other is not client:
            await other.send(Act, table=table, action=any_action(server.table(table).vocabulary.game, rng))
            await other.send(SitIn, table=table, seat=seat)
    await _knock(server, stranger, table, rng)
    server.advance(rng.choice((0.5, 90.0, 86_400.0)))
    if rng.random() < 0.5:
        await client.arrive()
    await client.join(table)


async def _knock(server: FakeServer, stranger: Listener, table: str, rng: Random) -> None:
    """Somebody who is not at the table asks about it."""
    asked: list[tuple[Any, dict[str, Any]]] = [
        (Join, {"table": table}),
        (History, {"table": table}),
        (Advise, {"table": table}),
        (Act, {"table": table, "action": any_action(server.table(table).vocabulary.game, rng)}),
        (Watch, {"table": "QQQQ"}),
        *_about_games(server, table),
    ]
    for kind, fields in rng.sample(asked, 2):
        await stranger.send(kind, **fields)


def _about_games(server: FakeServer, table: str) -> list[tuple[Any, dict[str, Any]]]:
    """Every request by which somebody may hope to see a running game as one that is over."""
    match = server.table(table).match
    assert match is not None
    return [
        (Replay, {"game": match.id}),
        (ExportGame, {"game": match.id}),
        (DropGame, {"game": match.id}),
        (Assess, {"game": match.id, "step": 0}),
        (Games, {}),
        (MyTables, {"seen": (match.id,)}),
        (Statistics, {}),
        (Leaderboard, {"game": server.table(table).vocabulary.game, "seats_class": "2"}),
    ]


def _mistake(server: FakeServer, table: str, seat: int | None, rng: Random) -> dict[str, Any]:
    """An action that is refused: what the refusal says may not tell more than the seat can see."""
    match = server.table(table).match
    assert match is not None
    tried = any_action(server.table(table).vocabulary.game, rng)
    if seat is None or seat not in match.position.owing:
        return tried
    try:
        number = match.rules.read(match.position, seat, tried)
    except Exception:  # whatever it is, the server meets it, too
        return tried
    return {"do": "nothing"} if number in match.position.legal(seat) else tried
