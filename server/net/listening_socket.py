"""A listening socket that turns connections away for next to nothing, and takes in few at a time."""

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import Any, Final

ACCEPTED_PER_TURN: Final = 8
"""Connections that one turn of the event loop takes in. asyncio would take a hundred."""

_RESET: Final = struct.pack("ii", 1, 0)
"""Linger for no time: the connection is forgotten, not kept for a while as one that was closed."""


class ListeningSocket(socket.socket):
    """``admits`` is asked about the address of each connection before anything is set up for it.

    The event loop calls ``accept`` until it raises ``BlockingIOError``, and in the next turn again if more
    connections wait.
    """

    def __init__(self, family: int, kind: int, protocol: int, admits: Callable[[str], bool]) -> None:
        super().__init__(family, kind, protocol)
        self._admits = admits
        self._left = ACCEPTED_PER_TURN

    def accept(self) -> tuple[socket.socket, Any]:
        while self._left > 0:
            self._left -= 1
            try:
                connection, address = super().accept()
            except OSError:
                self._left = ACCEPTED_PER_TURN
                raise
            if self._admits(str(address[0])):
                return connection, address
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            connection.close()
        self._left = ACCEPTED_PER_TURN
        raise BlockingIOError


async def bind(host: str, port: int, admits: Callable[[str], bool]) -> list[ListeningSocket]:
    """A socket for each address that the host's name stands for; raises ``OSError``."""
    found = await asyncio.get_running_loop().getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    sockets: list[ListeningSocket] = []
    try:
        for family, kind, protocol, _, address in dict.fromkeys(found):
            one = ListeningSocket(family, kind, protocol, admits)
            sockets.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                # IPv4 has a socket of its own.
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind(address)
    except BaseException:
        for one in sockets:
            one.close()
        raise
    return sockets
