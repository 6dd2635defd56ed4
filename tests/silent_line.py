"""A line to a server that can be cut without a word: as with a pulled cable, nothing arrives any more."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class SilentLine:
    """Passes bytes between its own port and a server's, unless it is cut; what was sent meanwhile is lost."""

    def __init__(self, port: int) -> None:
        self._far_port = port
        self._up = asyncio.Event()
        self._up.set()
        self.port = 0
        self.dialled = 0
        """How many connections were opened."""

    def cut(self) -> None:
        self._up.clear()

    def mend(self) -> None:
        """Pass on what comes from now on, on new connections."""
        self._up.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.dialled += 1
        far: asyncio.StreamWriter | None = None
        try:
            await self._up.wait()
            far_reader, far = await asyncio.open_connection("127.0.0.1", self._far_port)
            await asyncio.gather(self._pump(reader, far), self._pump(far_reader, writer))
        except OSError:
            pass  # one end is gone
        finally:
            for end in filter(None, (writer, far)):
                end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        silent = False
        while portion := await reader.read(4096):
            silent |= not self._up.is_set()
            if silent:
                continue
            writer.write(portion)
            with contextlib.suppress(ConnectionError):
                await writer.drain()


@asynccontextmanager
async def silent_line(port: int) -> AsyncIterator[SilentLine]:
    """A line to a port of this machine."""
    line = SilentLine(port)
    server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        line.mend()
        server.close()
