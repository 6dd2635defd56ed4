"""Opens a WebSocket with the options that all our connections share."""

import asyncio
import socket
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Self

from websockets.asyncio.client import ClientConnection, connect

open_socket: Final = partial(connect, compression=None, proxy=None, close_timeout=1)
"""Use with ``async with``."""


@dataclass(frozen=True)
class Peer:
    """The far end of a connection."""

    family: socket.AddressFamily
    address: Any

    @classmethod
    def of(cls, connection: ClientConnection) -> Self:
        opened = connection.transport.get_extra_info("socket")
        return cls(opened.family, opened.getpeername())

    async def dial(self, within: float) -> socket.socket:
        """Connect again; raises ``TimeoutError`` or another ``OSError``."""
        dialling = socket.socket(self.family, socket.SOCK_STREAM)
        dialling.setblocking(False)
        try:
            async with asyncio.timeout(within):
                await asyncio.get_running_loop().sock_connect(dialling, self.address)
        except BaseException:
            dialling.close()
            raise
        return dialling
