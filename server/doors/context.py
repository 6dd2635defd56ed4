"""What everything in one door's process shares."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from server.doors.config import DoorConfig
from server.doors.guest_limit import GuestCounter, origin_of
from server.doors.identity import Identity
from server.doors.kept_guests import KeptGuests
from server.doors.prefork.door_side import Prefork

CLIENT: Final = "triqueta_tui.guests.entry"
"""The client for guests. Named, never imported: the server does not know the client."""

KEPT_FOLDER: Final = "guests"
"""In the data folder, for all doors."""


@dataclass(eq=False)
class DoorContext:
    config: DoorConfig
    identity: Identity
    prefork: Prefork
    guests: GuestCounter
    kept: KeptGuests

    @classmethod
    def of(cls, config: DoorConfig) -> Self:
        """Put together from the config; raises ``CannotStart``."""
        identity = Identity.of(Path(config.data_dir))
        kept = KeptGuests(
            Path(config.data_dir, KEPT_FOLDER),
            config.limits.remembered,
            config.limits.remembered_days,
            lambda address: identity.token("origin", origin_of(address))[:8],
        )
        kept.tidy()
        return cls(config, identity, Prefork(CLIENT), GuestCounter(config.limits), kept)
