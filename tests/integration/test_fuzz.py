"""Thousands of broken frames: the server lives, answers each client, and a bystander's game is finished."""

import asyncio
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

from tests.integration.choosers import eager
from tests.integration.conftest import Connect, StartServer
from tests.integration.games import begin, play_out
from tests.integration.mutations import mutate
from tests.integration.pages import metrics
from tests.integration.wires import answer, bare_socket
from tests.server.archive.games import recorded
from tests.serving import ServerProcess
from triqueta_protocol import requests
from triqueta_protocol.codec import encode
from triqueta_protocol.events import Accepted, Bye, Refused, Rejected, Welcome
from triqueta_protocol.requests import Hello, Lobby
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_protocol.version import PROTOCOL, capabilities
from triqueta_server.archive import game_file

LINKS = 25
FRAMES_PER_LINK = 120
HELLOS = 400
ROOM = ("--max-rate", "1000000", "--max-tables", "100000", "--max-connections-per-address", "100000")


def every_request(tables: list[str], rng: random.Random) -> list[bytes]:
    """A valid frame of each kind, about tables that are there, or with a real file."""
    settings = TableSettings(seats=3, clock=ClockRule(turn=5, bank=10), seed="s")
    fillings: dict[type, dict[str, Any]] = {
        requests.Create: {
            "game": "triqueta",
            "settings": settings,
            "options": {"start": 1},
            "password": "p",
        },
        requests.Configure: {"game": "triqueta", "settings": settings, "options": {"variant": "standard"}},
        requests.RemoveBot: {"seat": 1},
        requests.Kick: {"seat": 1},
        requests.KickWatcher: {"name": "Imp 1"},
        requests.Lock: {"password": "p", "nobody_new": True},
        requests.SitIn: {"seat": 1},
        requests.Hold: {"hold": True},
        requests.Act: {"action": {"do": "take", "row": 1}},
        requests.Chat: {"text": "hello there"},
        requests.Resume: {"epoch": "abcdef", "last": 3},
    }
    file = game_file.write(recorded("triqueta/standard-2-0"))
    finished = {"game": "triqueta", "file": file, "seats_class": "2", "step": 3}
    frames = []
    # Whoever asks to be forgotten is said goodbye to, and sends no more.
    for kind in (one for one in requests.AnyRequest.__args__ if one is not requests.ForgetMe):
        about: dict[str, Any] = (
            {"table": rng.choice(tables)} if issubclass(kind, requests.TableRequest) else {}
        )
        if issubclass(kind, requests.ArchiveRequest):
            about = {field.name: finished[field.name] for field in fields(kind) if field.name in finished}
        frames.append(encode(kind(id=rng.randrange(1, 500), **about, **fillings.get(kind, {}))))
    frames.append(encode(requests.Act(id=rng.randrange(1, 500), table=tables[-1], action={"do": "draw"})))
    return frames


@pytest.mark.parametrize("seed", [1, 2])
async def test_broken_frames(start_server: StartServer, connect: Connect, seed: int) -> None:
    server = await start_server(*ROOM)
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    bystanders = await begin(ana, bo)
    rng = random.Random(seed)
    playing = asyncio.create_task(play_out(bystanders, ana, bo, choose=eager(seed)))
    for link in range(LINKS):
        await mischief(server, bystanders, f"Imp {link}", rng)
    await playing
    assert "Traceback" not in server.log()
    assert (await metrics(server))["triqueta_tables_failed_total"] == 0


async def mischief(server: ServerProcess, bystanders: str, name: str, rng: random.Random) -> None:
    """One client that hosts a game with a bot and then sends what it should not."""
    async with bare_socket(server) as socket:
        await socket.send(encode(Hello(version=PROTOCOL, name=name)))
        await socket.send(encode(requests.Create(id=1, game="triqueta", settings=TableSettings(pace=0))))
        while not isinstance(told := await answer(socket), Accepted):
            pass
        assert told.table is not None
        await socket.send(encode(requests.AddBot(id=2, table=told.table, level="easy")))
        await socket.send(encode(requests.Start(id=3, table=told.table)))
        frames = every_request([told.table, bystanders], rng) + every_request([told.table], rng)
        for _ in range(FRAMES_PER_LINK):
            await socket.send(mutate(rng, frames))
        # Not the largest id: a decision may have got it, and an event would answer both.
        fence = 2**53 - 2
        await socket.send(encode(Lobby(id=fence)))
        while not (isinstance(told := await answer(socket), Accepted | Rejected) and told.id == fence):
            assert not isinstance(told, Bye | Refused)


async def test_broken_greetings(start_server: StartServer, connect: Connect) -> None:
    server = await start_server(*ROOM)
    rng = random.Random(3)
    sound = [
        encode(
            Hello(version=PROTOCOL, name="Imp", capabilities=capabilities(), token="0" * 48, password="none")
        ),
        encode(Lobby(id=1)),
    ]
    told = await asyncio.gather(*(greet(server, mutate(rng, sound)) for _ in range(HELLOS)))
    assert {type(one) for one in told} == {Welcome, Refused}
    assert len({one.code for one in told if isinstance(one, Refused)}) > 4
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    await play_out(await begin(ana, bo), ana, bo)
    assert "Traceback" not in server.log()


async def greet(server: ServerProcess, frame: bytes) -> msgspec.Struct:
    async with bare_socket(server) as socket:
        await socket.send(frame)
        return await answer(socket)


async def test_broken_websocket_frames(start_server: StartServer, connect: Connect) -> None:
    server = await start_server(*ROOM)
    rng = random.Random(4)
    for _ in range(100):
        async with bare_socket(server) as socket:
            await socket.send(encode(Hello(version=PROTOCOL, name="Imp")))
            await answer(socket)
            socket.transport.write(rng.randbytes(rng.randrange(2, 400)))
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    await play_out(await begin(ana, bo), ana, bo)
    assert "Traceback" not in server.log()
