"""Somebody who looks around for a test, and can wait for what there is to see."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar
from uuid import uuid4

from triqueta_tui.session.discovery.found_servers import FoundServer, Network
from triqueta_tui.session.discovery.mdns import Discovery

LOOPBACK = "127.0.0.1"

Sight = TypeVar("Sight")


class Eye(Generic[Sight]):
    """Keeps what it was shown last, and wakes whoever waits for more."""

    def __init__(self) -> None:
        self.sights: list[Sight] = []
        self._news = asyncio.Event()

    def __call__(self, sight: Sight) -> None:
        self.sights.append(sight)
        self._news.set()

    async def sees(self, fits: Callable[[Sight], bool]) -> Sight:
        """Wait until the latest sight is one that fits."""
        while not (self.sights and fits(self.sights[-1])):
            self._news.clear()
            await self._news.wait()
        return self.sights[-1]


class NetworkEye(Eye[Network]):
    """Sees the whole network, and can look at the servers of one name: others may be there, too."""

    async def finds(self, name: str, fits: Callable[[list[FoundServer]], bool]) -> list[FoundServer]:
        """Wait until the servers of this name fit."""
        return called(await self.sees(lambda network: fits(called(network, name))), name)


def called(network: Network, name: str) -> list[FoundServer]:
    """The servers of this name."""
    return [server for server in network.servers if server.name == name]


def unique(name: str) -> str:
    """A name that no server of another test has: all of them meet on the loopback."""
    return f"{name} {uuid4().hex[:8]}"


@asynccontextmanager
async def running(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run something beside the test, and end it with it."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
    assert task.cancelled()


@asynccontextmanager
async def looking_around(intent: str = LOOPBACK) -> AsyncIterator[NetworkEye]:
    """A discovery on the loopback."""
    eye = NetworkEye()
    async with running(Discovery(eye, intent).run()):
        yield eye
