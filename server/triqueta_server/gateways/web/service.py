"""One guest's client behind a browser, forked by the prefork process instead of started by a shell."""

import asyncio
import contextlib
import os
from typing import Final

from aiohttp import WSCloseCode
from aiohttp.web import WebSocketResponse
from textual_serve.download_manager import DownloadManager

from triqueta_protocol.internal.guest import Guest
from triqueta_server.gateways.input_cleaning import Keyboard
from triqueta_server.gateways.prefork.gateway_side import GuestClient, Heard, Prefork
from triqueta_server.tuning.piped_app import PipedApp

END_WITHIN: Final = 2.0


class GuestService(PipedApp):
    """Speaks to a client that has pipes for a terminal."""

    def __init__(
        self,
        prefork: Prefork,
        guest: Guest,
        socket: WebSocketResponse,
        heard: Heard,
    ) -> None:
        async def leave() -> None:
            await socket.close(code=WSCloseCode.OK)

        super().__init__(
            "",
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=leave,
            # Clients deliver no files.
            download_manager=DownloadManager(),
        )
        self._prefork = prefork
        self._guest = guest
        self._heard = heard
        self._keyboard = Keyboard()
        self._client: GuestClient | None = None
        self._pipes: tuple[asyncio.BaseTransport, ...] = ()

    async def type(self, text: str) -> None:
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
        for pipe in self._pipes:
            pipe.close()

    async def start_client(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        """Fork the client, with a pipe for each direction; the guest knows the size of the window."""
        typed_out, typed_in = os.pipe()
        drawn_out, drawn_in = os.pipe()
        try:
            self._client = await self._prefork.fork(self._guest, [typed_out, drawn_in], self._heard)
        except BaseException:
            os.close(typed_in)
            os.close(drawn_out)
            raise
        finally:
            os.close(typed_out)
            os.close(drawn_in)
        loop = asyncio.get_running_loop()
        drawn = asyncio.StreamReader()
        reading, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(drawn), os.fdopen(drawn_out, "rb", buffering=0)
        )
        writing, protocol = await loop.connect_write_pipe(
            lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()),
            os.fdopen(typed_in, "wb", buffering=0),
        )
        self._pipes = (reading, writing)
        # A client's standard error goes to the log of the prefork process.
        return asyncio.StreamWriter(writing, protocol, None, loop), drawn
