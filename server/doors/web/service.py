"""One guest's client behind a browser, forked by the prefork process instead of started by a shell.

Parts of the library that are private are overridden here; a test holds their shape.
"""

import asyncio
import contextlib
import os
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import IO, Final, cast

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from protocol.internal.guest import Guest
from server.doors.keyboard import Keyboard
from server.doors.prefork.prefork import GuestClient, Prefork

END_WITHIN: Final = 2.0


@dataclass(frozen=True)
class _Streams:
    """What the library reads of a process."""

    stdout: asyncio.StreamReader
    stderr: asyncio.StreamReader


class GuestService(AppService):
    """Speaks to a client that has pipes for a terminal."""

    def __init__(
        self,
        prefork: Prefork,
        guest: Callable[[int, int], Guest],
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_str: Callable[[str], Awaitable[None]],
        close: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(
            "",
            write_bytes=write_bytes,
            write_str=write_str,
            close=close,
            # Clients deliver no files.
            download_manager=DownloadManager(),
        )
        self._prefork = prefork
        self._guest = guest
        self._keyboard = Keyboard()
        self._client: GuestClient | None = None
        self._transports: list[asyncio.BaseTransport] = []

    async def type(self, text: str) -> None:
        """Pass on what was typed."""
        if keys := self._keyboard.feed(text.encode(errors="replace")):
            await self.send_bytes(keys)

    async def ended(self) -> int:
        """Wait until the client is gone; returns its exit status."""
        assert self._client is not None
        return await asyncio.shield(self._client.ended)

    async def stop(self) -> None:
        """Ask the client to end, and kill it if it does not."""
        if self._client is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_WITHIN):
                await super().stop()
                await self.ended()
        self._client.kill()
        for transport in self._transports:
            transport.close()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        typed_out, typed_in = os.pipe()
        drawn_out, drawn_in = os.pipe()
        try:
            self._client = await self._prefork.fork(self._guest(width, height), [typed_out, drawn_in])
        except BaseException:
            os.close(typed_in)
            os.close(drawn_out)
            raise
        finally:
            os.close(typed_out)
            os.close(drawn_in)
        self._stdin = await self._writer(os.fdopen(typed_in, "wb", buffering=0))
        drawn = await self._reader(os.fdopen(drawn_out, "rb", buffering=0))
        errors = asyncio.StreamReader()
        # A client's standard error goes to the log of the prefork process.
        errors.feed_eof()
        self._process = cast("Process", _Streams(drawn, errors))
        return self._process

    async def _reader(self, pipe: IO[bytes]) -> asyncio.StreamReader:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
        self._transports.append(transport)
        return reader

    async def _writer(self, pipe: IO[bytes]) -> asyncio.StreamWriter:
        loop = asyncio.get_running_loop()
        protocol = asyncio.StreamReaderProtocol(asyncio.StreamReader())
        transport, _ = await loop.connect_write_pipe(lambda: protocol, pipe)
        self._transports.append(transport)
        return asyncio.StreamWriter(transport, protocol, None, loop)
