"""Connections that have not shown yet what they want: how many there may be, from whom, and for how long."""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from server.origins import origin_of

log = logging.getLogger(__name__)

Peer = tuple[Any, ...]
"""The other end of a connection, as the socket names it: address and port first."""

_ANYBODY: Final = "more newcomers than there is room for"
_SAME: Final = "too many newcomers from there"
_LATE: Final = "it took too long to say what it wants"


class AdmissionLimits(Struct, frozen=True):
    newcomers: int = 200
    """Connections at once that have not shown yet what they want."""
    per_address: int = 20
    """Those of them that come from one address."""
    patience: float = 10.0
    """Seconds that a newcomer has."""


@dataclass(eq=False)
class _Newcomer:
    connection: socket.socket
    origin: str
    deadline: asyncio.TimerHandle | None = None


class Admission:
    """Counts the newcomers of one port, from the first packet on: before TLS, and before any library looks.

    Whoever has settled is counted elsewhere. When there is no room, the oldest newcomer of the address with
    the most has to go, so that one address cannot keep the others out.
    """

    def __init__(
        self,
        door: str,
        limits: AdmissionLimits,
        *,
        is_proxy: Callable[[str], bool] = lambda _address: False,
    ) -> None:
        """``is_proxy`` tells addresses that stand for many people."""
        self._door = door
        self._limits = limits
        self._is_proxy = is_proxy
        self._newcomers: dict[Peer, _Newcomer] = {}
        self._from: Counter[str] = Counter()
        self.entered = 0
        """How many have come since the start."""
        self.cut_off = 0
        """How many were hung up on since the start."""

    def __len__(self) -> int:
        return len(self._newcomers)

    def enter(self, connection: socket.socket, peer: Peer) -> bool:
        """Count in a connection that was just accepted; false if it has to be closed."""
        self.entered += 1
        origin = origin_of(str(peer[0])) if peer else ""
        if self._from[origin] >= self._limits.per_address and not self._is_proxy(origin):
            self._tell(origin, _SAME)
            return False
        if len(self._newcomers) >= self._limits.newcomers:
            self._hang_up(self._oldest_of_most(), _ANYBODY)
        self._newcomers[peer] = _Newcomer(connection, origin)
        self._from[origin] += 1
        self.wait(peer)
        return True

    def hold(self, peer: Peer) -> None:
        """Stop the clock of a newcomer whose request is being answered."""
        newcomer = self._newcomers.get(peer)
        if newcomer is not None and newcomer.deadline is not None:
            newcomer.deadline.cancel()
            newcomer.deadline = None

    def wait(self, peer: Peer, patience: float | None = None) -> None:
        """Give a newcomer this long, from now on, for what comes next."""
        self.hold(peer)
        newcomer = self._newcomers.get(peer)
        if newcomer is not None:
            seconds = self._limits.patience if patience is None else patience
            newcomer.deadline = asyncio.get_running_loop().call_later(seconds, self._hang_up, peer, _LATE)

    def leave(self, peer: Peer) -> None:
        """Count out a connection that has settled, or has ended; it may have been counted out already."""
        self.hold(peer)
        newcomer = self._newcomers.pop(peer, None)
        if newcomer is not None:
            self._from[newcomer.origin] -= 1
            if not self._from[newcomer.origin]:
                del self._from[newcomer.origin]

    def _oldest_of_most(self) -> Peer:
        crowded = max(self._from, key=self._from.__getitem__)
        return next(peer for peer, newcomer in self._newcomers.items() if newcomer.origin == crowded)

    def _hang_up(self, peer: Peer, why: str) -> None:
        newcomer = self._newcomers[peer]
        self.leave(peer)
        self._tell(newcomer.origin, why)
        # Its transport reads the end and closes; closing here would take the socket from under it.
        with suppress(OSError):
            newcomer.connection.shutdown(socket.SHUT_RDWR)

    def _tell(self, origin: str, why: str) -> None:
        self.cut_off += 1
        log.info("%s: hung up on %s: %s", self._door, origin, why)
