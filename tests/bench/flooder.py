"""A stranger's program: floods a server in one way until it is ended.

``python -m tests.bench.flooder FLOOD PORT TABLE…`` has an address of its own, and as little of the processor
as there is left: what is measured is the server's time, not the stranger's.
"""

import asyncio
import contextlib
import os
import random
import sys
import unicodedata
from collections.abc import Awaitable, Callable
from itertools import count

import msgpack

from tests.bench.slow_clients import SLOW
from tests.bench.wire import Wire
from triqueta_protocol.codec import encode
from triqueta_protocol.login import CHALLENGE_HEADER, KeyPair
from triqueta_protocol.requests import AddBot, Chat, Create, Hello, History, Join, Lobby, Start, Watch
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.version import PROTOCOL

STRANGERS = "127.0.0.2"
CHUNK = 64 * 1024
RATE = 50
"""Requests a second that a connection may send by default."""

MARKS = [mark for mark in map(chr, range(0x300, 0x370)) if unicodedata.combining(mark)]

_names = count()


class Stranger:
    """One connection, greeted or not, with the last answer at hand."""

    def __init__(self, wire: Wire, inbox: "asyncio.Queue[dict[str, object]]") -> None:
        self.wire = wire
        self._inbox = inbox
        self._id = 0

    @classmethod
    async def connect(cls, port: int, *, greet: bool = True, headers: str = "") -> "Stranger":
        inbox: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        wire = await Wire.connect(
            port, lambda frame: inbox.put_nowait(msgpack.unpackb(frame)), STRANGERS, headers=headers
        )
        stranger = cls(wire, inbox)
        if greet:
            wire.send(encode(Hello(version=PROTOCOL, name=f"x{os.getpid()}.{next(_names)}"[-16:])))
            if (await stranger.heard("welcome", "refused"))["t"] == "refused":
                wire.close()
                raise ConnectionError("refused")
        return stranger

    def next_id(self) -> int:
        self._id += 1
        return self._id

    async def heard(self, *kinds: str) -> dict[str, object]:
        async with asyncio.timeout(5):
            while (told := await self._inbox.get())["t"] not in kinds:
                pass
        return told

    async def own_table(self, password: str | None = None) -> str:
        settings = TableSettings(seats=2, pace=0)
        self.wire.send(
            encode(Create(id=self.next_id(), game="triqueta", settings=settings, password=password))
        )
        return str((await self.heard("table"))["table"])

    def drain(self) -> None:
        while not self._inbox.empty():
            self._inbox.get_nowait()


async def pour(stranger: Stranger, chunk: bytes) -> None:
    """Write as fast as the server reads, until it hangs up."""
    transport = stranger.wire.transport
    while not stranger.wire.lost.is_set():
        if transport.get_write_buffer_size() < 4 * CHUNK:
            transport.write(chunk)
        stranger.drain()
        await asyncio.sleep(0)


async def at_rate(stranger: Stranger, frame: Callable[[], bytes], rate: float = RATE) -> None:
    """Send as often as is allowed, until the server hangs up."""
    while not stranger.wire.lost.is_set():
        stranger.wire.send(frame())
        stranger.drain()
        await asyncio.sleep(1 / rate)


async def again(act: Callable[[], Awaitable[None]]) -> None:
    """Do it, and as soon as it is over do it again."""
    while True:
        with contextlib.suppress(OSError, TimeoutError, AssertionError):
            await act()
        await asyncio.sleep(0.001)


async def side_by_side(how_many: int, act: Callable[[], Awaitable[None]]) -> None:
    await asyncio.gather(*(again(act) for _ in range(how_many)))


def _frames(opcode: int, *, last: bool = True) -> bytes:
    return bytes(((0x80 if last else 0) | opcode, 0x80, 0, 0, 0, 0)) * (CHUNK // 6)


def _poured(chunk: bytes, *, greet: bool = True) -> Callable[[int], Awaitable[None]]:
    async def flood(port: int) -> None:
        async def once() -> None:
            await pour(await Stranger.connect(port, greet=greet), chunk)

        await again(once)

    return flood


async def connections(port: int) -> None:
    async def once() -> None:
        (await Stranger.connect(port, greet=False)).wire.close()

    await side_by_side(8, once)


async def greetings(port: int) -> None:
    async def once() -> None:
        (await Stranger.connect(port)).wire.close()

    await side_by_side(8, once)


async def logins(port: int) -> None:
    """Signatures that the server has to look at, and a key that it has never seen."""
    headers = f"{CHALLENGE_HEADER}: {os.urandom(32).hex()}\r\n"
    key, signature = KeyPair(os.urandom(32)).public, os.urandom(32) + bytes(32)
    hello = encode(Hello(version=PROTOCOL, name="x", key=key, signature=signature))

    async def once() -> None:
        stranger = await Stranger.connect(port, greet=False, headers=headers)
        stranger.wire.send(hello)
        await stranger.heard("refused")
        stranger.wire.close()

    await side_by_side(8, once)


async def silence(port: int) -> None:
    async def once() -> None:
        await (await Stranger.connect(port, greet=False)).wire.lost.wait()

    await side_by_side(600, once)


async def places(port: int) -> None:
    async def once() -> None:
        await (await Stranger.connect(port)).wire.lost.wait()

    await side_by_side(560, once)


async def chat_marks(port: int) -> None:
    rng = random.Random(1)
    text = "a" + "".join(rng.choice(MARKS) for _ in range(999))

    async def once() -> None:
        stranger = await Stranger.connect(port)
        table = await stranger.own_table()
        await at_rate(stranger, lambda: encode(Chat(id=stranger.next_id(), table=table, text=text)))

    await side_by_side(20, once)


async def histories(port: int) -> None:
    async def once() -> None:
        stranger = await Stranger.connect(port)
        table = await stranger.own_table()
        stranger.wire.send(encode(AddBot(id=stranger.next_id(), table=table)))
        stranger.wire.send(encode(Start(id=stranger.next_id(), table=table)))
        await at_rate(stranger, lambda: encode(History(id=stranger.next_id(), table=table)))

    await side_by_side(45, once)


async def guesses(port: int) -> None:
    host = await Stranger.connect(port)
    table = await host.own_table("sesame")

    async def once() -> None:
        stranger = await Stranger.connect(port)
        await at_rate(stranger, lambda: encode(Join(id=stranger.next_id(), table=table, password="x" * 1000)))

    await side_by_side(40, once)


async def lists(port: int) -> None:
    """Everybody hears of tables, and tables change all the time."""

    async def once() -> None:
        stranger = await Stranger.connect(port)
        stranger.wire.send(encode(Lobby(id=stranger.next_id())))
        table = await stranger.own_table()

        def change() -> bytes:
            return encode(AddBot(id=stranger.next_id(), table=table)) if rng.random() < 0.5 else _no_bot()

        def _no_bot() -> bytes:
            return bytes(
                msgpack.packb({"t": "remove_bot", "id": stranger.next_id(), "table": table, "seat": 1})
            )

        await at_rate(stranger, change)

    rng = random.Random(2)
    await side_by_side(40, once)


async def crowd_at_a_table(port: int) -> None:
    """New people come to a table, say what they can, and are replaced by others."""
    host = await Stranger.connect(port)
    table = await host.own_table()

    async def once() -> None:
        stranger = await Stranger.connect(port)
        stranger.wire.send(encode(Watch(id=stranger.next_id(), table=table)))
        for _ in range(6):
            stranger.wire.send(encode(Chat(id=stranger.next_id(), table=table, text="spam " * 20)))
        await asyncio.sleep(0.01)
        stranger.wire.close()

    await side_by_side(20, once)


async def large_frames(port: int) -> None:
    request = {"t": "chat", "id": 1, "table": "NONE", "text": [0] * 16_000}
    frame = msgpack.packb(request)

    async def once() -> None:
        await at_rate(await Stranger.connect(port), lambda: frame)

    await side_by_side(20, once)


async def nothing(_port: int) -> None:
    """For comparison: what the machine itself does to the figures."""
    await asyncio.Event().wait()


FLOODS: dict[str, Callable[[int], Awaitable[None]]] = {
    "nothing": nothing,
    "pings": _poured(_frames(0x9)),
    "pings before the hello": _poured(_frames(0x9), greet=False),
    "pongs": _poured(_frames(0xA)),
    "empty fragments": _poured(_frames(0x2, last=False)[:6] + _frames(0x0, last=False)),
    "empty messages": _poured(_frames(0x2)),
    "connections": connections,
    "greetings of new players": greetings,
    "made-up logins": logins,
    "600 silent connections": silence,
    "560 players": places,
    "chat of combining marks": chat_marks,
    "histories": histories,
    "guessed passwords": guesses,
    "changing tables": lists,
    "a crowd at a table": crowd_at_a_table,
    "frames of 16 KB": large_frames,
}


def main() -> None:
    kind, port = sys.argv[1], int(sys.argv[2])
    os.nice(5)
    flood = SLOW[kind](port, sys.argv[3:]) if kind in SLOW else FLOODS[kind](port)
    asyncio.run(flood)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
