"""Those who send what they should not: over a link that has greeted, before it, and to the bare port."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from random import Random

import msgpack

from tests.bench.wire import Wire
from tests.fuzz.corpus import JUNK, deep, every_request, huge
from tests.integration.mutations import mutate
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import AddBot, Create, Hello, Lobby, Start
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.version import PROTOCOL, capabilities

IDS = 1000
"""From the ids of one lot of requests to those of the next."""
AT_ONCE = 60
"""Frames between two answers that are waited for."""


@dataclass
class Tally:
    """What was sent, by kind."""

    frames: int = 0
    links: int = 0
    junk: int = 0
    most_at_once: int = 0
    """Connections of a crowd that were open at the same time."""
    answers: dict[str, int] = field(default_factory=dict)
    """By the code of a refusal, or the type of the message."""


class Stranger:
    """One link after the other."""

    def __init__(
        self, ports: tuple[int, ...], number: int, rng: Random, tally: Tally, tables: list[str]
    ) -> None:
        self._ports = ports
        """The game's own, then those of the gateways."""
        self._number = number
        self._rng = rng
        self._tally = tally
        self._tables = tables
        """Codes of the honest tables: no secret."""
        self._table = ""
        self._awaited = 0
        self._answered = asyncio.Event()

    async def meddle(self, frames: int) -> None:
        """Until all strangers together have sent so many."""
        while self._tally.frames < frames:
            way = self._rng.random()
            with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                if way < 0.08:
                    await self._junk()
                elif way < 0.16:
                    await self._broken_greeting()
                elif way < 0.2:
                    await self._broken_websocket()
                else:
                    await self._link(frames)

    def _received(self, frame: bytes) -> None:
        message = msgpack.unpackb(frame)
        kind = message.get("code") or message["t"]
        self._tally.answers[kind] = self._tally.answers.get(kind, 0) + 1
        if message["t"] == "accepted" and message.get("table") and not self._table:
            self._table = message["table"]
        if message.get("id") == self._awaited:
            self._answered.set()

    async def _connect(self) -> Wire:
        self._tally.links += 1
        return await asyncio.wait_for(Wire.connect(self._ports[0], self._received), 10)

    async def _link(self, frames: int) -> None:
        """Greets, opens a table with a bot, and then sends anything."""
        rng, self._table = self._rng, ""
        wire = await self._connect()
        name = f"Imp {self._number}.{self._tally.links}"
        wire.send(encode(Hello(version=PROTOCOL, name=name, capabilities=capabilities())))
        game = rng.choice(["triqueta", "triche", "tripitz"])
        wire.send(encode(Create(id=1, game=game, settings=TableSettings(seats=2, pace=0))))
        await self._answer(wire, 2)
        if self._table and rng.random() < 0.7:
            wire.send(encode(AddBot(id=3, table=self._table, level="easy")))
            wire.send(encode(Start(id=4, table=self._table)))
        tables = [self._table or "NONE", rng.choice(self._tables or ["NONE"])]
        for lot in range(1, rng.randrange(2, 30)):
            sound = every_request(tables, ["0" * 32, "nothing"], rng, lot * IDS)
            for _ in range(AT_ONCE):
                if wire.lost.is_set():
                    break
                way = rng.random()
                wire.send(deep(rng) if way < 0.005 else huge(rng) if way < 0.01 else mutate(rng, sound))
                self._tally.frames += 1
            await self._answer(wire, lot * IDS + IDS - 1)
            if wire.lost.is_set() or self._tally.frames >= frames:
                break
        if rng.random() < 0.5:
            wire.close()
        else:
            wire.transport.close()

    async def _answer(self, wire: Wire, number: int) -> None:
        """Wait until a request with this id is answered, and so all before it; or the link has ended."""
        self._awaited = number
        self._answered.clear()
        wire.send(encode(Lobby(id=number, on=False)))
        lost, told = asyncio.ensure_future(wire.lost.wait()), asyncio.ensure_future(self._answered.wait())
        await asyncio.wait({lost, told}, timeout=5, return_when=asyncio.FIRST_COMPLETED)
        lost.cancel()
        told.cancel()

    async def _broken_greeting(self) -> None:
        wire = await self._connect()
        sound = [
            encode(Hello(version=PROTOCOL, name="Imp", token="0" * 48, password="none")),
            encode(Lobby(id=1)),
        ]
        for _ in range(3):
            wire.send(mutate(self._rng, sound))
            self._tally.frames += 1
        await asyncio.sleep(0.02)
        wire.close()

    async def _broken_websocket(self) -> None:
        """Half frames, fragments without an end, control frames that are too long, or a frame in drips."""
        rng = self._rng
        wire = await self._connect()
        wire.send(encode(Hello(version=PROTOCOL, name=f"Imp {self._number}.{self._tally.links}")))
        how = rng.randrange(4)
        if how == 0:
            wire.transport.write(rng.randbytes(rng.randrange(2, 400)))
        elif how == 1:
            for _ in range(rng.randrange(1, 20)):
                wire.send(b"a", first=0x02)
        elif how == 2:
            wire.send(bytes(200), first=0x89)
        else:
            for byte in b"\x82\x85\x00\x00\x00\x00\x81\xa1t":
                wire.transport.write(bytes([byte]))
                await asyncio.sleep(0.01)
        self._tally.frames += 1
        await asyncio.sleep(0.05)
        wire.close()

    async def _junk(self) -> None:
        """What is not meant for this port, or meant to break it."""
        self._tally.junk += 1
        _reader, writer = await asyncio.open_connection("127.0.0.1", self._rng.choice(self._ports))
        writer.write(self._rng.choice(JUNK) or self._rng.randbytes(100))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(_reader.read(4096), 0.1)
        writer.transport.abort()
