"""Finds the servers on the local network: mDNS says which there may be, a probe says which there are."""

import asyncio
import logging
import os
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final

from triqueta_protocol.announcement import SERVICE, Announcement, read_txt
from triqueta_protocol.errors import Code
from triqueta_protocol.internal.defaults import LAN_OFF, LAN_VARIABLE
from triqueta_protocol.internal.network_addresses import (
    Interface,
    Rank,
    interfaces_of,
    multicast_at,
    nearest_first,
    rank_of,
)
from triqueta_tui.session.address import Address
from triqueta_tui.session.discovery.found_servers import FoundServer, Network
from triqueta_tui.session.discovery.probe import Probe, Seen

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

LOOK_EVERY: Final = 5.0
"""Seconds between two looks at this machine's network interfaces."""

RESOLVE_WITHIN: Final = 3000
"""Milliseconds in which mDNS has to resolve a service."""

LOOK_FOR_WITHIN: Final = 3.0
"""Seconds in which a server that has moved has to be found."""

MOST_SERVERS: Final = 40
"""How many are probed: anybody can announce any number."""

_log = logging.getLogger(__name__)


class _Service:
    """One announced service: its announcement, and what probing it has shown."""

    def __init__(self) -> None:
        self.facts: Announcement | None = None
        self.addresses: tuple[Address, ...] = ()
        self.seen: Seen | None = None
        self.resolving: asyncio.Task[None] | None = None
        self.looking: asyncio.Task[None] | None = None

    def found(self) -> FoundServer | None:
        """The server, if it answers."""
        if self.facts is None or self.seen is None:
            return None
        locked = self.seen.refused == Code.WRONG_PASSWORD
        return FoundServer(
            name=self.seen.name or self.facts.name,
            address=self.seen.address,
            tables=self.seen.tables,
            open_tables=self.facts.tables,
            locked=locked,
            identity=self.facts.identity,
            trouble="" if locked else self.seen.refused,
        )

    def stop(self) -> None:
        for task in (self.resolving, self.looking):
            if task is not None:
                task.cancel()


class Discovery:
    """Runs until its task is cancelled, and reports the network whenever it has changed."""

    def __init__(self, tell: Callable[[Network], object], interfaces: str | None = None) -> None:
        """``interfaces`` to use, by address or name; None takes them from the environment."""
        self._tell = tell
        self._wanted = os.environ.get(LAN_VARIABLE, "") if interfaces is None else interfaces
        self._interfaces: tuple[Interface, ...] = ()
        self._services: dict[str, _Service] = {}
        self._told: Network | None = None
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None

    async def run(self) -> None:
        # It is large, and the screen is already there.
        await asyncio.to_thread(import_module, "zeroconf.asyncio")
        async with asyncio.TaskGroup() as self._tasks:
            try:
                while True:
                    await self._look_at_interfaces()
                    await asyncio.sleep(LOOK_EVERY)
            finally:
                # The browser runs only while something reads what it finds.
                await self._close()

    async def _look_at_interfaces(self) -> None:
        import ifaddr

        interfaces = interfaces_of(ifaddr.get_adapters(), self._wanted)
        if interfaces != self._interfaces or self._zeroconf is None:
            await self._close()
            self._interfaces = interfaces
            self._open()
            self._report()

    def _open(self) -> None:
        from zeroconf import Error
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

        at = multicast_at(self._interfaces)
        if not at:
            return
        try:
            self._zeroconf = AsyncZeroconf(interfaces=list(at))
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._hear])
        except (OSError, RuntimeError, Error) as error:
            _log.info("nobody can be found on the network: %s", error)

    async def _close(self) -> None:
        for service in self._services.values():
            service.stop()
        self._services.clear()
        browser, self._browser = self._browser, None
        if browser is not None:
            await browser.async_cancel()
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            await zeroconf.async_close()

    def _hear(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        """Called by zeroconf when a service was added, updated or removed."""
        if state_change.name == "Removed":
            gone = self._services.pop(name, None)
            if gone is not None:
                gone.stop()
                self._report()
            return
        if name not in self._services and len(self._services) >= MOST_SERVERS:
            return
        service = self._services.setdefault(name, _Service())
        if service.resolving is None or service.resolving.done():
            service.resolving = self._tasks.create_task(self._resolve(zeroconf, name, service))

    async def _resolve(self, zeroconf: "Zeroconf", name: str, service: _Service) -> None:
        """Resolve a service, then probe its addresses."""
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(SERVICE, name)
        if not await info.async_request(zeroconf, RESOLVE_WITHIN):
            return
        service.facts = read_txt(info.properties)
        addresses = self._addresses(info, service.facts)
        if addresses != service.addresses:
            service.addresses, service.seen = addresses, None
            if service.looking is not None:
                service.looking.cancel()
            if addresses:
                look = Probe(addresses, lambda seen: self._see(service, seen))
                service.looking = self._tasks.create_task(look.run())
        self._report()

    def _addresses(self, info: "AsyncServiceInfo", facts: Announcement | None) -> tuple[Address, ...]:
        if facts is None or info.port is None:
            return ()
        hosts = nearest_first(info.parsed_scoped_addresses(), self._interfaces)
        return tuple(Address(host, info.port, facts.tls) for host in hosts)

    def _see(self, service: _Service, seen: Seen | None) -> None:
        service.seen = seen
        self._report()

    def _report(self) -> None:
        found = [server for service in self._services.values() if (server := service.found()) is not None]
        # A restarted server may still be known under its old name, at the same address.
        servers = {server.address: server for server in found}
        network = Network(
            there=self._in_a_network,
            servers=tuple(sorted(servers.values(), key=lambda one: (one.name.casefold(), str(one.address)))),
        )
        if network != self._told:
            self._told = network
            self._tell(network)

    @property
    def _in_a_network(self) -> bool:
        outside = any(rank_of(one) is not Rank.LOOPBACK for one in self._interfaces)
        return self._zeroconf is not None and (outside or bool(self._wanted))


async def look_for(identity: str, seconds: float = LOOK_FOR_WITHIN) -> Address | None:
    """Where the server with this identity is announced now; None if it is not found in time."""
    if os.environ.get(LAN_VARIABLE) == LAN_OFF:
        return None
    found: asyncio.Future[Address] = asyncio.get_running_loop().create_future()

    def hear(network: Network) -> None:
        for server in network.servers:
            if server.identity == identity and not found.done():
                found.set_result(server.address)

    looking = asyncio.create_task(Discovery(hear).run())
    try:
        async with asyncio.timeout(seconds):
            return await found
    except TimeoutError:
        return None
    finally:
        looking.cancel()
        await asyncio.wait([looking])


async def look_around(seconds: float, interfaces: str | None = None) -> Network:
    """The network as seen after some seconds."""
    network = Network(there=False)

    def keep(now: Network) -> None:
        nonlocal network
        network = now

    looking = asyncio.create_task(Discovery(keep, interfaces).run())
    done, _ = await asyncio.wait([looking], timeout=seconds)
    looking.cancel()
    await asyncio.wait([looking])
    if done:
        looking.result()
    return network
