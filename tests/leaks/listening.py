"""All that leaves a server while a game is played: to each viewer, to the lobby, the metrics and the log."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from protocol.requests import (
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
    Replay,
    Statistics,
)
from server.net.http_pages import HttpPages
from tests.leaks.worlds import Pair, World
from tests.server.tables.fake_client import FakeClient, seated
from tests.server.tables.fake_server import FakeServer

NAMES = ("Ana", "Bo", "Cy", "Dan", "Kim", "Lu")


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@contextmanager
def _log() -> Iterator[list[str]]:
    handler, logger = _Lines(), logging.getLogger("server")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield handler.lines
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


async def heard(pair: Pair, world: World, luck: int, *, coach: bool = False) -> list[Any]:
    """What each seat heard, then a watcher, then everybody else: lobby, metrics and log."""
    rng = Random(luck)
    server = FakeServer()
    server.services.rules = {pair.game: world.rules}
    with _log() as lines:
        table, clients = await seated(
            server, *NAMES[: pair.seats], game=pair.game, options=pair.options, coach=coach
        )
        stranger = await FakeClient(server, "Zoe").arrive()
        await stranger.ask(Lobby)
        watcher = await FakeClient(server, "Eve").arrive()
        await watcher.watch(table)
        clients.append(watcher)
        await clients[0].start(table)
        frames: list[list[bytes]] = [[] for _ in clients]
        for seat, action in world.moves:
            await clients[seat].ask(Act, table=table, action=action)
            at = rng.randrange(len(clients) * 5)
            if at < len(clients):
                frames[at] += clients[at].link.frames
                await _bump(server, clients[at], table, rng, seated=at < pair.seats, coach=coach)
        for at, client in enumerate(clients):
            frames[at] += client.link.frames
        pages = HttpPages(server.lobby, private=False, doors=dict)
        return [*frames, (stranger.link.frames, pages.metrics(), lines)]


async def _bump(
    server: FakeServer, client: FakeClient, table: str, rng: Random, *, seated: bool, coach: bool
) -> None:
    """Somebody's link is lost, and whoever comes back asks for this and that."""
    await client.arrive()
    if seated and rng.random() < 0.4:
        await client.ask(Join, table=table)
    else:
        await client.resume(table)
    match = server.table(table).match
    assert match is not None
    asked: list[tuple[Any, dict[str, Any]]] = [
        (History, {"table": table}),
        (Chat, {"table": table, "text": "well, well"}),
        (Act, {"table": table, "action": {"do": "nothing"}}),
        (Replay, {"game": match.id}),
        (ExportGame, {"game": match.id}),
        (DropGame, {"game": match.id}),
        (Assess, {"game": match.id, "step": 0}),
        (Games, {}),
        (Statistics, {}),
        (Leaderboard, {"game": server.table(table).vocabulary.game, "seats_class": "2"}),
    ]
    if coach and seated:
        asked.append((Advise, {"table": table}))
    for kind, fields in rng.sample(asked, 4):
        await client.send(kind, **fields)
