"""A WebSocket with a bounded backlog: whoever does not read is dropped, alone, and may resume."""

import logging

from websockets.asyncio.server import ServerConnection

log = logging.getLogger(__name__)


class BoundedSocket(ServerConnection):
    """Ends itself when more waits to be read than the server's ``write_limit``.

    The transport says when that is so, whoever wrote: a table, or the WebSocket library with its pongs.
    Below the limit nothing ever waits for the client, so a keep-alive ping queues up behind the data, and a
    client that never reads it is found out by the answer that does not come.
    """

    def pause_writing(self) -> None:
        """The limit is passed."""
        super().pause_writing()
        log.info("%s does not read what it is sent and is dropped", peer(self))
        # Not at once: the transport is in the middle of a write.
        self.loop.call_soon(self.transport.abort)


def peer(socket: ServerConnection) -> str:
    """The other end, for the log."""
    address = socket.remote_address
    return f"{address[0]}:{address[1]}" if address else "a client"
