"""Strangers who watch others' tables and are slow: they read nothing, a byte a second, or answer no ping.

They ask for histories as often as they may, so that there is something that is not read.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import count, cycle

from tests.bench.wire import masked, opening
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import Hello, History, Request, Watch
from triqueta_protocol.version import PROTOCOL

STRANGERS = "127.0.0.3"
HOW_MANY = 40
"""Fewer than an address may have, and than may watch a table."""
RATE = 20
"""Requests a second of each."""

_names = count()


class Slow:
    """A bare connection that has greeted and watches a table; what comes is read by whoever wants to."""

    def __init__(self, link: socket.socket, table: str) -> None:
        self.link = link
        self._table = table
        self._ids = count(1)

    @classmethod
    async def connect(cls, port: int, table: str) -> "Slow":
        loop, link = asyncio.get_running_loop(), socket.socket()
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.setblocking(False)
        link.bind((STRANGERS, 0))
        await loop.sock_connect(link, ("127.0.0.1", port))
        await loop.sock_sendall(link, opening())
        assert b" 101 " in await loop.sock_recv(link, 4096)
        slow = cls(link, table)
        await loop.sock_sendall(link, masked(encode(Hello(version=PROTOCOL, name=f"slow{next(_names)}"))))
        await slow._ask(Watch)
        return slow

    async def ask_again_and_again(self) -> None:
        """Until the server hangs up."""
        while True:
            await self._ask(History)
            await asyncio.sleep(1 / RATE)

    async def _ask(self, kind: type[Request]) -> None:
        frame = masked(encode(kind(id=next(self._ids), table=self._table)))  # type: ignore[call-arg]
        await asyncio.get_running_loop().sock_sendall(self.link, frame)


async def _reads_nothing(slow: Slow) -> None:
    await slow.ask_again_and_again()


async def _reads_a_byte_a_second(slow: Slow) -> None:
    async def read() -> None:
        while await asyncio.get_running_loop().sock_recv(slow.link, 1):  # noqa: ASYNC110 - it waits for no event
            await asyncio.sleep(1)

    async with asyncio.TaskGroup() as group:
        group.create_task(read())
        group.create_task(slow.ask_again_and_again())


async def _answers_no_ping(slow: Slow) -> None:
    while await asyncio.get_running_loop().sock_recv(slow.link, 1 << 16):
        pass


def _together(act: Callable[[Slow], Awaitable[None]]) -> Callable[[int, list[str]], Awaitable[None]]:
    """As many as there may be, on all tables; whoever is hung up on comes back."""

    async def flood(port: int, tables: list[str]) -> None:
        async def again(table: str) -> None:
            while True:
                try:
                    slow = await Slow.connect(port, table)
                    with closing(slow.link):
                        await act(slow)
                except* (OSError, AssertionError):
                    await asyncio.sleep(0.05)

        places = cycle(tables)
        await asyncio.gather(*(again(next(places)) for _ in range(HOW_MANY)))

    return flood


SLOW: dict[str, Callable[[int, list[str]], Awaitable[None]]] = {
    "40 who read nothing": _together(_reads_nothing),
    "40 who read a byte a second": _together(_reads_a_byte_a_second),
    "40 who answer no ping": _together(_answers_no_ping),
}
