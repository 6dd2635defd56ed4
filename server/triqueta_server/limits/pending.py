"""Pending connections: not authenticated yet. Limits how many, how often, from where, and for how long."""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from triqueta_server.limits.budgets import Buckets
from triqueta_server.limits.declared import PendingLimits
from triqueta_server.limits.origins import origin_of

log = logging.getLogger(__name__)

Peer = tuple[Any, ...]
"""The other end of a connection, as the socket names it: address and port first."""

_TOO_OFTEN: Final = "too_often"
_TOO_MANY: Final = "too_many_in_all"
_TOO_MANY_THERE: Final = "too_many_from_address"
_TOO_LATE: Final = "too_late"


@dataclass(eq=False)
class _Pending:
    connection: socket.socket
    origin: str
    speaks_for_many: bool
    delay: float = 0.0
    deadline: asyncio.TimerHandle | None = None


class PendingConnections:
    """Counts the pending connections of one port from the moment they are accepted, before TLS.

    If there are too many, the oldest of the address with the most has to go, so that one address cannot keep
    the others out. If there are too many of one address, a newcomer is refused; but where ``rate`` bounds how
    often an address connects, its oldest has to go. So an owner of a seat gets in from any address.
    """

    def __init__(
        self,
        port: str,
        limits: PendingLimits,
        *,
        rate: Buckets | None = None,
        queue: float = 0.0,
        speaks_for_many: Callable[[str], bool] = lambda _address: False,
    ) -> None:
        """Connections beyond ``rate`` wait in a queue of so many seconds.

        ``speaks_for_many`` tells proxies' addresses: a connection from there is not counted for its address,
        but for the one that ``identify`` names.
        """
        self._port = port
        self._limits = limits
        self._rate = rate
        self._queue = queue
        self._speaks_for_many = speaks_for_many
        self._pending: dict[Peer, _Pending] = {}
        """The oldest first."""
        self._from: Counter[str] = Counter()
        self.accepted = 0
        """Since the start."""
        self.cut_off = 0
        """Refused or closed since the start."""

    def __len__(self) -> int:
        return len(self._pending)

    def enter(self, connection: socket.socket, peer: Peer) -> bool:
        """Count in a connection that was just accepted; false if it has to be reset."""
        self.accepted += 1
        address = str(peer[0]) if peer else ""
        pending = _Pending(connection, origin_of(address), self._speaks_for_many(address))
        if not pending.speaks_for_many and not self._make_room(pending):
            return False
        if len(self._pending) >= self._limits.connections:
            self._close(self._oldest_of_most(), _TOO_MANY)
        self._pending[peer] = pending
        self._from[pending.origin] += 1
        self.wait(peer)
        return True

    def delay(self, peer: Peer) -> float:
        """The seconds that a connection waits in the queue before it is listened to."""
        pending = self._pending.get(peer)
        return pending.delay if pending is not None else 0.0

    def identify(self, peer: Peer, address: str) -> float | None:
        """Count a connection for an address that a proxy names: seconds to wait, or None to refuse it."""
        pending = self._pending.get(peer)
        if pending is None or not pending.speaks_for_many:
            return 0.0
        self._uncount(pending)
        self._pending[peer] = self._pending.pop(peer)  # the newest of its address
        pending.origin, pending.speaks_for_many = origin_of(address), False
        admitted = self._make_room(pending)
        self._from[pending.origin] += 1
        return pending.delay if admitted else None

    def hold(self, peer: Peer) -> None:
        """Stop the clock of a connection whose request is being answered."""
        pending = self._pending.get(peer)
        if pending is not None and pending.deadline is not None:
            pending.deadline.cancel()
            pending.deadline = None

    def wait(self, peer: Peer, within: float | None = None) -> None:
        """Give a connection this long, from now on, for what comes next."""
        self.hold(peer)
        pending = self._pending.get(peer)
        if pending is not None:
            seconds = self._limits.within if within is None else within
            pending.deadline = asyncio.get_running_loop().call_later(seconds, self._close, peer, _TOO_LATE)

    def leave(self, peer: Peer) -> None:
        """Count out a connection that is not pending any more; it may have been counted out already."""
        self.hold(peer)
        pending = self._pending.pop(peer, None)
        if pending is not None:
            self._uncount(pending)

    def _make_room(self, pending: _Pending) -> bool:
        """Whether its address may have one more."""
        origin = pending.origin
        if self._rate is not None:
            pending.delay = self._rate.delay(origin)
            if pending.delay > self._queue:
                self._rate.give_back(origin)
                self._log(origin, _TOO_OFTEN)
                return False
        if self._from[origin] >= self._limits.per_address:
            if self._rate is None:
                self._log(origin, _TOO_MANY_THERE)
                return False
            self._close(self._oldest_from(origin), _TOO_MANY_THERE)
        return True

    def _oldest_of_most(self) -> Peer:
        return self._oldest_from(max(self._from, key=self._from.__getitem__))

    def _oldest_from(self, origin: str) -> Peer:
        return next(peer for peer, pending in self._pending.items() if pending.origin == origin)

    def _close(self, peer: Peer, reason: str) -> None:
        pending = self._pending[peer]
        self.leave(peer)
        self._log(pending.origin, reason)
        # Its transport reads the end and closes; closing here would take the socket from under it.
        with suppress(OSError):
            pending.connection.shutdown(socket.SHUT_RDWR)

    def _uncount(self, pending: _Pending) -> None:
        self._from[pending.origin] -= 1
        if not self._from[pending.origin]:
            del self._from[pending.origin]

    def _log(self, origin: str, reason: str) -> None:
        self.cut_off += 1
        log.info("pending connection refused port=%s address=%s reason=%s", self._port, origin, reason)
