"""The doors of a server: opened with it, closed with it, and led to a port of their own inside."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from server.net.doors.identity import Identity
from server.net.doors.keeper import KINDS, Doorkeeper
from server.net.doors.orders import GuestLimits, Orders
from server.net.listener import ListenConfig, Listener


class Wanted(Struct, frozen=True):
    """Which doors to open: ports by kind, and how many guests."""

    ports: dict[str, int] = {}
    guests: GuestLimits = GuestLimits()
    tls: tuple[str, str] | None = None
    """Certificate and key."""
    log_level: str = "INFO"


class Doors:
    """All doors of one server."""

    def __init__(self, wanted: Wanted, house: str, host: str, data_dir: Path, password: str | None) -> None:
        """Raises ``FileRefused``."""
        self._wanted = wanted
        self._house = house
        self._host = host
        self._data_dir = data_dir
        self._password = password
        self._identity = Identity.of(data_dir) if wanted.ports else None
        self._inside: Listener | None = None
        self._keepers: list[Doorkeeper] = []
        self.ports: dict[str, int] = {}
        """Where the doors are, by kind."""

    def vouched(self, token: str) -> bool:
        """Whether one of the doors has made this token."""
        return self._identity is not None and self._identity.vouched(token)

    async def open(self, inside: Callable[[ListenConfig], Listener], listening: ListenConfig) -> None:
        """Open what is wanted; raises ``DoorRefused`` or ``PortRefused``.

        Guests' clients reach the server through a port that only this machine can reach: whatever address
        and certificate the server shows to the world, theirs is plain and near.
        """
        if not self._wanted.ports:
            return
        self._inside = inside(msgspec.structs.replace(listening, host="127.0.0.1", port=0, tls=None))
        server = f"ws://127.0.0.1:{await self._inside.open()}"
        for kind, port in self._wanted.ports.items():
            orders = Orders(
                house=self._house,
                host=self._host,
                port=port,
                server=server,
                data_dir=str(self._data_dir),
                password=self._password,
                tls=self._wanted.tls,
                limits=self._wanted.guests,
                log_level=self._wanted.log_level,
            )
            keeper = Doorkeeper(KINDS[kind], orders)
            self._keepers.append(keeper)
            self.ports[kind] = await keeper.open()

    async def close(self) -> None:
        """Send every guest home."""
        for keeper in self._keepers:
            await keeper.close()
        if self._inside is not None:
            await self._inside.close()
