"""All doors of a server: opened and closed with it."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from server.doors.config import DoorConfig, GuestLimits
from server.doors.identity import Identity
from server.doors.supervisor import KINDS, DoorSupervisor


class DoorOptions(Struct, frozen=True):
    """Which doors to open: ports by kind, and how many guests."""

    ports: dict[str, int] = {}
    guests: GuestLimits = GuestLimits()
    tls: tuple[str, str] | None = None
    """Certificate and key."""
    log_level: str = "INFO"


class Doors:
    def __init__(
        self, options: DoorOptions, name: str, host: str, data_dir: Path, password: str | None
    ) -> None:
        """Raises ``FileRefused``."""
        self._wanted = options.ports
        # Doors have another current folder than the server.
        tls = options.tls and (str(Path(options.tls[0]).absolute()), str(Path(options.tls[1]).absolute()))
        self._config = DoorConfig(
            server_name=name,
            host=host,
            data_dir=str(data_dir.absolute()),
            password=password,
            tls=tls,
            limits=options.guests,
            log_level=options.log_level,
        )
        self._identity = Identity.of(data_dir) if options.ports else None
        self._supervisors: list[DoorSupervisor] = []
        self.ports: dict[str, int] = {}
        """Where the doors are, by kind."""

    def vouched(self, token: str) -> bool:
        return self._identity is not None and self._identity.vouched(token)

    async def open(self, listen: Callable[[], Awaitable[int]]) -> None:
        """Open what is wanted; raises ``DoorRefused``, or what ``listen`` raises.

        ``listen`` opens a port on the loopback for guests' clients, and is called if there are to be any.
        """
        if not self._wanted:
            return
        server_url = f"ws://127.0.0.1:{await listen()}"
        for kind, port in self._wanted.items():
            config = msgspec.structs.replace(self._config, server_url=server_url, port=port)
            supervisor = DoorSupervisor(KINDS[kind], config)
            self._supervisors.append(supervisor)
            self.ports[kind] = await supervisor.open()

    async def close(self) -> None:
        for supervisor in self._supervisors:
            await supervisor.close()
