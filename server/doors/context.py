"""What everything in one door's process shares."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from msgspec.structs import replace

from server.admission import Admission, AdmissionLimits
from server.doors.config import DoorConfig
from server.doors.counts import DoorCounts
from server.doors.guest_limit import GuestCounter
from server.doors.identity import Identity
from server.doors.kept_guests import KeptGuests
from server.doors.password_guesses import PasswordGuesses
from server.doors.prefork.door_side import Prefork
from server.open_files import raise_limit, room_for
from server.origins import origin_of

CLIENT: Final = "triqueta_tui.guests.entry"
"""The client for guests. Named, never imported: the server does not know the client."""

FILES_PER_GUEST: Final = 3
"""A connection, and a terminal or two pipes."""
KEPT_FOLDER: Final = "guests"
"""In the data folder, for all doors."""


@dataclass(eq=False)
class DoorContext:
    config: DoorConfig
    identity: Identity
    prefork: Prefork
    guests: GuestCounter
    guesses: PasswordGuesses
    admission: Admission
    kept: KeptGuests

    def counts(self) -> DoorCounts:
        return DoorCounts(
            guests=len(self.guests),
            guests_let_in=self.guests.let_in,
            guests_turned_away=self.guests.turned_away,
            wrong_passwords=self.guesses.wrong,
            hung_up=self.admission.cut_off,
        )

    @classmethod
    def of(cls, config: DoorConfig, door: str, newcomers: AdmissionLimits) -> Self:
        """Put together from the config; raises ``CannotStart``."""
        limit = raise_limit() - FILES_PER_GUEST * config.limits.guests
        admission = Admission(
            door,
            replace(
                newcomers,
                newcomers=room_for(newcomers.newcomers, 1, limit),
                # All who may come in from one address may do so at once.
                per_address=max(newcomers.per_address, config.limits.per_address),
            ),
            is_proxy=config.proxies.trusts,
        )
        identity = Identity.of(Path(config.data_dir))
        kept = KeptGuests(
            Path(config.data_dir, KEPT_FOLDER),
            config.limits.remembered,
            config.limits.remembered_days,
            lambda address: identity.token("origin", origin_of(address))[:8],
        )
        kept.tidy()
        return cls(
            config,
            identity,
            Prefork(CLIENT),
            GuestCounter(config.limits),
            PasswordGuesses(door, config.password),
            admission,
            kept,
        )
