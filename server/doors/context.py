"""What everything in one door's process shares."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from server.doors.config import DoorConfig
from server.doors.guest_limit import GuestCounter
from server.doors.identity import Identity
from server.doors.prefork.door_side import Prefork

CLIENT: Final = "triqueta_tui.guests.entry"
"""The client for guests. Named, never imported: the server does not know the client."""


@dataclass(eq=False)
class DoorContext:
    config: DoorConfig
    identity: Identity
    prefork: Prefork
    guests: GuestCounter

    @classmethod
    def of(cls, config: DoorConfig) -> Self:
        """Put together from the config; raises ``CannotStart``."""
        identity = Identity.of(Path(config.data_dir))
        return cls(config, identity, Prefork(CLIENT), GuestCounter(config.limits))
