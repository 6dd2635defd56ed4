"""Listening sockets whose connections are counted from the moment they are accepted."""

import errno
import os
import socket
import struct
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from time import monotonic
from typing import Any, Final

from triqueta_server.cannot_start import cannot_listen
from triqueta_server.limits.declared import DEFAULTS
from triqueta_server.limits.pending import Peer, PendingConnections

_EXHAUSTED: Final = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))
_NO_SUCH_FAMILY: Final = frozenset((errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL))
_REST: Final = 0.5
"""Seconds for which nothing is accepted when the system has no more files to give."""

ACCEPTED_PER_TURN: Final = DEFAULTS.accepted_per_turn
"""asyncio would take a hundred."""

_RESET: Final = struct.pack("ii", 1, 0)
"""Linger for no time: the connection is forgotten, not kept for a while as one that was closed."""

_TRIES: Final = 20
"""How often any free port is looked for that is free in each family of addresses."""


class CountedSocket(socket.socket):
    """A connection that is counted out when it is closed."""

    __slots__ = ("peer", "pending")

    pending: PendingConnections
    peer: Peer

    def close(self) -> None:
        self.pending.leave(self.peer)
        super().close()


class ListeningSocket(socket.socket):
    """Accepts what may come in, for an event loop that knows nothing of it.

    The event loop calls ``accept`` until it raises ``BlockingIOError``, and in the next turn again if more
    connections wait.
    """

    def __init__(self, family: int, protocol: int, pending: PendingConnections) -> None:
        super().__init__(family, socket.SOCK_STREAM, protocol)
        self._pending = pending
        self._left = ACCEPTED_PER_TURN
        self._rest_until = 0.0

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that may come in; ``BlockingIOError`` if there is none for now."""
        if monotonic() < self._rest_until:
            raise BlockingIOError
        while self._left > 0:
            self._left -= 1
            try:
                plain, peer = super().accept()
            except OSError as error:
                self._left = ACCEPTED_PER_TURN
                if error.errno in _EXHAUSTED:
                    # The event loop says so once and waits. Without a rest it would go on to ask, and to say
                    # so, a hundred times for each time that it was told to wait.
                    self._rest_until = monotonic() + _REST
                raise
            connection = CountedSocket(plain.family, plain.type, plain.proto, fileno=plain.detach())
            connection.pending, connection.peer = self._pending, peer
            if self._pending.enter(connection, peer):
                return connection, peer
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            connection.close()
        self._left = ACCEPTED_PER_TURN
        raise BlockingIOError


def listen(host: str, port: int, pending: PendingConnections) -> list[ListeningSocket]:
    """Listen on every address that ``host`` means, all with one port; an empty host means every address.

    Raises ``StartupError``.
    """
    for attempt in range(1, _TRIES + 1):
        try:
            return _listen(host, port, partial(ListeningSocket, pending=pending))
        except OSError as error:
            # A port that is free in one family may be taken in the other.
            if port or error.errno != errno.EADDRINUSE or attempt == _TRIES:
                raise cannot_listen(host, port, error) from error
    raise AssertionError("the last attempt returns or raises")


def _listen(host: str, port: int, make: Callable[[int, int], ListeningSocket]) -> list[ListeningSocket]:
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    trouble: OSError | None = None
    with ExitStack() as unless_all_goes_well:
        opened: list[ListeningSocket] = []
        # IPv4 first: where both are there, the first is the one that is shown.
        for family, _, protocol, _, address in sorted(set(found), key=lambda each: each[0]):
            try:
                made = make(family, protocol)
            except OSError as error:
                trouble = error  # no such addresses on this machine
                continue
            unless_all_goes_well.callback(made.close)
            try:
                _bind(made, (address[0], port, *address[2:]))
            except OSError as error:
                if host or error.errno not in _NO_SUCH_FAMILY:
                    raise
                made.close()
                trouble = error
                continue
            port = made.getsockname()[1]
            opened.append(made)
        if not opened:
            raise trouble or OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
        unless_all_goes_well.pop_all()
        return opened


def _bind(made: ListeningSocket, address: tuple[Any, ...]) -> None:
    made.setblocking(False)
    if os.name == "posix":
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if made.family == socket.AF_INET6:
        # An IPv4 guest keeps an IPv4 address.
        with suppress(OSError):
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    made.bind(address)
    made.listen(100)
