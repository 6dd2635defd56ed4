"""Looks for servers on the local network while a screen shows them, and only then."""

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass

from textual.message import Message

from protocol.internal.defaults import LAN_OFF, LAN_VARIABLE
from triqueta_tui.net.discovery.found_servers import Network
from triqueta_tui.net.discovery.mdns import Discovery

_log = logging.getLogger(__name__)


@dataclass
class NetworkChanged(Message):
    network: Network


class DiscoveryTask:
    """Runs at most one discovery at a time."""

    def __init__(self, tell: Callable[[Message], object]) -> None:
        self._tell = tell
        self._looking: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if os.environ.get(LAN_VARIABLE) == LAN_OFF:
            return
        before = self._looking
        if before is None or before.cancelling() or before.done():
            self._looking = asyncio.create_task(self._look(before))

    def end(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    async def ended(self) -> None:
        """Stop, and wait until everything is closed."""
        self.end()
        if self._looking is not None:
            await asyncio.wait([self._looking])

    async def _look(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        try:
            await Discovery(self._found).run()
        except Exception:
            # The list stays as it is; everything else in the program goes on.
            _log.exception("looking for servers on the network failed")

    def _found(self, network: Network) -> None:
        self._tell(NetworkChanged(network))
