"""Looks for servers on the local network, only while there are subscribers."""

import asyncio
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from triqueta_protocol.internal.defaults import LAN_OFF, LAN_VARIABLE

if TYPE_CHECKING:
    from triqueta_tui.session.discovery.found_servers import Network

LINGER: Final = 1.0
"""Seconds for which it goes on when nobody listens: the next screen may."""

_log = logging.getLogger(__name__)

Listener = Callable[["Network"], object]


class LanBrowser:
    """Runs at most one discovery at a time."""

    def __init__(self) -> None:
        self.network: Network | None = None
        """The local network as it was last seen."""
        self._listeners: list[Listener] = []
        self._looking: asyncio.Task[None] | None = None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with what is known, and whenever it has changed; returns what ends that."""
        self._listeners.append(listener)
        if self.network is not None:
            listener(self.network)
        self._begin()

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
                asyncio.get_running_loop().call_later(LINGER, self._end_if_unwanted)

        return unsubscribe

    @property
    def wanted(self) -> bool:
        """Whether anybody listens."""
        return bool(self._listeners)

    @property
    def looking(self) -> bool:
        return self._looking is not None and not self._looking.done()

    async def close(self) -> None:
        """Stop, and wait until everything is closed."""
        self._listeners.clear()
        self._end_if_unwanted()
        await self.ended()

    async def ended(self) -> None:
        """Wait until it looks no more."""
        if self._looking is not None:
            await asyncio.wait([self._looking])

    def _begin(self) -> None:
        if os.environ.get(LAN_VARIABLE) == LAN_OFF:
            return
        before = self._looking
        if before is None or before.cancelling() or before.done():
            self._looking = asyncio.create_task(self._look(before))

    def _end_if_unwanted(self) -> None:
        if not self._listeners and self._looking is not None:
            self._looking.cancel()

    async def _look(self, before: asyncio.Task[None] | None) -> None:
        # The program's first frame does not wait for it.
        from triqueta_tui.session.discovery.mdns import Discovery

        if before is not None:
            await asyncio.wait([before])
        try:
            await Discovery(self.found).run()
        except Exception:
            # The list stays as it is; everything else in the program goes on.
            _log.exception("looking for servers on the network failed")

    def found(self, network: "Network") -> None:
        """Tell the listeners what there is now."""
        self.network = network
        for listener in list(self._listeners):
            listener(network)
