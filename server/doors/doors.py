"""All doors of a server: opened and closed with it."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from server.doors.config import DoorConfig
from server.doors.identity import Identity
from server.doors.supervisor import KINDS, DoorSupervisor


class Doors:
    def __init__(self, wanted: Mapping[str, int], config: DoorConfig) -> None:
        """``wanted`` are ports by kind of door, 0 for any. Raises ``CannotStart``."""
        self._wanted = wanted
        self._config = config
        self._identity = Identity.of(Path(config.data_dir)) if wanted else None
        self._supervisors: list[DoorSupervisor] = []
        self.ports: dict[str, int] = {}
        """Where the doors are, by kind."""

    def vouched(self, token: str) -> bool:
        return self._identity is not None and self._identity.vouched(token)

    async def open(self, listen: Callable[[], Awaitable[int]]) -> None:
        """Open what is wanted; raises ``CannotStart``, or what ``listen`` raises.

        ``listen`` opens a port on the loopback for guests' clients, and is called if there are to be any.
        """
        if not self._wanted:
            return
        server_url = f"ws://127.0.0.1:{await listen()}"
        for kind, port in self._wanted.items():
            config = replace(self._config, server_url=server_url, port=port)
            supervisor = DoorSupervisor(KINDS[kind], config)
            self._supervisors.append(supervisor)
            self.ports[kind] = await supervisor.open()

    async def close(self) -> None:
        for supervisor in self._supervisors:
            await supervisor.close()
