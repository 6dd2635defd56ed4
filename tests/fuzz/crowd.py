"""Thousands of connections at once: silent ones, half requests, no greeting, and players who do nothing."""

import asyncio
import contextlib

from tests.bench.wire import Wire
from tests.fuzz.strangers import Tally
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import Hello
from triqueta_protocol.version import PROTOCOL

AT_ONCE = 50
"""Connections that are opened side by side."""


async def crowd(port: int, size: int, tally: Tally) -> None:
    """Hold so many connections open at the same time, then let go of all of them."""
    held: list[asyncio.Transport] = []
    for first in range(0, size, AT_ONCE):
        numbers = range(first, min(size, first + AT_ONCE))
        opened = await asyncio.gather(
            *(_one(port, number, f"Crowd {tally.links}.{number}") for number in numbers),
            return_exceptions=True,
        )
        held += [one for one in opened if isinstance(one, asyncio.Transport)]
    tally.links += len(held)
    tally.most_at_once = max(tally.most_at_once, sum(not one.is_closing() for one in held))
    for number, transport in enumerate(held):
        if number % 2:
            transport.abort()
        else:
            transport.close()


async def _one(port: int, number: int, name: str) -> asyncio.Transport:
    kind = number % 4
    if kind < 2:
        _, transport = await _bare(port)
        if kind:
            transport.write(b"GET / HTTP/1.1\r\nHost: a\r\nUpgr")
        return transport
    wire = await asyncio.wait_for(Wire.connect(port, lambda _frame: None), 10)
    if kind == 3:
        with contextlib.suppress(ConnectionError):
            wire.send(encode(Hello(version=PROTOCOL, name=name)))
    return wire.transport


async def _bare(port: int) -> tuple[asyncio.Protocol, asyncio.Transport]:
    transport, protocol = await asyncio.get_running_loop().create_connection(
        asyncio.Protocol, "127.0.0.1", port
    )
    return protocol, transport
