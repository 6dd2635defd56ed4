"""A WebSocket that writes without waiting, and closes when its client does not read.

Everything of the ``websockets`` library that is used here without being documented is used here alone:
``protocol``, ``transport`` and ``pause_writing`` of its connection. A test fails when they change.
"""

import asyncio
import logging
from collections.abc import Iterable

from websockets.asyncio.server import ServerConnection
from websockets.protocol import State

from protocol.meeting import Meeting

log = logging.getLogger(__name__)


class BoundedSocket(ServerConnection):
    """Aborts the connection when more waits to be read than the server's ``write_limit``.

    The transport reports that, whoever wrote: a table, or the WebSocket library with its pongs.
    Below the limit nothing ever waits for the client, so a keep-alive ping queues up behind the data, and a
    client that never reads it is found out by the answer that does not come.
    """

    meeting: Meeting | None = None
    """What this server shares with a client that has asked for its identity."""

    def write(self, frames: Iterable[bytes]) -> None:
        """Send binary frames in one system call, without waiting; dropped if the connection is not open."""
        if self.state is State.OPEN:
            for frame in frames:
                self.protocol.send_binary(frame)
            self.transport.write(b"".join(self.protocol.data_to_send()))

    def pause_writing(self) -> None:
        """Called by the transport above ``write_limit``."""
        super().pause_writing()
        log.info("%s does not read what it is sent and is dropped", peer(self))
        # Not at once: the transport is in the middle of a write.
        asyncio.get_running_loop().call_soon(self.transport.abort)


def peer(socket: ServerConnection) -> str:
    address = socket.remote_address
    return f"{address[0]}:{address[1]}" if address else "a client"
