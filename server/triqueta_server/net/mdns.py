"""Announces the server on the local network by mDNS, and withdraws the announcement at the end."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from msgspec import Struct

from triqueta_protocol.announcement import SERVICE, Announcement
from triqueta_protocol.internal.network_addresses import (
    Interface,
    addresses_for_friends,
    interfaces_of,
    listened_at,
    multicast_at,
)

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

CHECK_EVERY: Final = 5.0
"""Seconds between two checks of interfaces and tables. Changes are announced no more often than that."""

_LABEL: Final = 48
"""Bytes of the server's name in its DNS label, which may have 63 in all."""

log = logging.getLogger(__name__)


class Endpoints(Struct, frozen=True):
    multicast: tuple[str, ...]
    """The interfaces on which it is announced."""
    addresses: tuple[str, ...]
    """Where clients should go."""


@dataclass(eq=False)
class Announcer:
    """Announces a server until its task is cancelled; then it withdraws the announcement."""

    facts: Callable[[], Announcement]
    host: str
    port: int
    interfaces: str = ""
    """Those to use, by address or name; if empty, all that lead out are used."""
    check_every: float = CHECK_EVERY

    def __post_init__(self) -> None:
        # mDNS tells names apart only if they are not claimed at the same moment, so each server adds a mark.
        # People read the name in the TXT record, which several servers may share.
        self._mark = uuid4().hex[:8]
        self._endpoints: Endpoints | None = None
        self._announced: Announcement | None = None
        self._info: AsyncServiceInfo | None = None
        self._zeroconf: AsyncZeroconf | None = None
        self._said = ""

    async def run(self) -> None:
        """Announce, and keep it true: interfaces come and go, and so do tables."""
        # The package is large, and clients are already coming in.
        await asyncio.to_thread(import_module, "zeroconf.asyncio")
        # Interfaces that cannot multicast are nothing to worry a host with; what matters is said here.
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
        try:
            while True:
                await self._update_once()
                await asyncio.sleep(self.check_every)
        finally:
            await self._withdraw()

    async def _update_once(self) -> None:
        from zeroconf import Error  # noqa: PLC0415 - loaded by ``run``

        try:
            endpoints, facts = await self._find_endpoints(), self.facts()
            if endpoints != self._endpoints or self._zeroconf is None:
                await self._withdraw()
                self._endpoints = endpoints
                await self._announce(endpoints, facts)
            elif facts != self._announced:
                assert self._info is not None
                self._info = self._described(endpoints, facts, self._info.name)
                await (await self._zeroconf.async_update_service(self._info))
                self._announced = facts
        except (OSError, RuntimeError, Error) as error:
            await self._withdraw()
            self._say(f"not announced error={str(error) or type(error).__name__}")

    async def _announce(self, endpoints: Endpoints, facts: Announcement) -> None:
        from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415 - loaded by ``run``

        if not endpoints.multicast:
            self._say("not announced reason='no network'")
            return
        self._zeroconf = AsyncZeroconf(interfaces=list(endpoints.multicast))
        info = self._described(endpoints, facts, f"{_label(facts.name)} {self._mark}.{SERVICE}")
        await (await self._zeroconf.async_register_service(info, allow_name_change=True))
        self._info, self._announced = info, facts
        where = ",".join(endpoints.addresses)
        if all(ip_address(address).is_loopback for address in endpoints.addresses):
            self._say(f"announced on this machine only addresses={where}")
        else:
            self._say(f"announced addresses={where}")

    async def _withdraw(self) -> None:
        leaving, self._zeroconf = self._zeroconf, None
        if leaving is not None:
            await leaving.async_close()

    def _described(self, endpoints: Endpoints, facts: Announcement, name: str) -> "AsyncServiceInfo":
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415 - loaded by ``run``

        return AsyncServiceInfo(
            SERVICE,
            name,
            port=self.port,
            properties=facts.txt(),
            server=f"triqueta-{self._mark}.local.",
            parsed_addresses=list(endpoints.addresses),
        )

    async def _find_endpoints(self) -> Endpoints:
        import ifaddr  # noqa: PLC0415 - only where it is used

        found = await asyncio.get_running_loop().getaddrinfo(
            self.host or None, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        bound = [str(each[4][0]).partition("%")[0] for each in found]
        return endpoints_of(interfaces_of(ifaddr.get_adapters(), self.interfaces), bound)

    def _say(self, what: str) -> None:
        """One line for the log, unless it is the last one again."""
        if what != self._said:
            self._said = what
            log.info("%s", what)


def endpoints_of(interfaces: Iterable[Interface], bound: Iterable[str]) -> Endpoints:
    """Where a server is found that listens at these addresses of a machine with these interfaces."""
    reachable = listened_at(interfaces, bound)
    return Endpoints(multicast_at(reachable), addresses_for_friends(reachable))


def _label(name: str) -> str:
    return name.encode()[:_LABEL].decode(errors="ignore")
