"""A bad line: between some players and the server, late now and then, and cut without a word."""

import asyncio
import contextlib
from collections.abc import Callable
from random import Random


class Relay:
    """Passes bytes on to whatever port ``port`` names at the moment."""

    def __init__(self, port: Callable[[], int], rng: Random, delay: float) -> None:
        self._port = port
        self._rng = rng
        self._delay = delay
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def listen(self) -> int:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def cut(self) -> int:
        """Abort every connection, with no close and no farewell; returns how many there were."""
        count = len(self._open) // 2
        for writer in self._open:
            writer.transport.abort()
        return count

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_writer: asyncio.StreamWriter | None = None
        self._open.add(writer)
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port())
            self._open.add(far_writer)
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        except OSError:
            pass  # the server is down at the moment
        finally:
            for end in filter(None, (writer, far_writer)):
                self._open.discard(end)
                end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while portion := await reader.read(4096):
            if self._rng.random() < 0.2:
                await asyncio.sleep(self._rng.random() * self._delay)
            writer.write(portion)
            with contextlib.suppress(ConnectionError):
                await writer.drain()
        writer.transport.abort()
