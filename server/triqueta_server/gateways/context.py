"""What everything in one gateway's process shares."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from msgspec.structs import replace

from triqueta_server.gateways.config import GatewayConfig, GatewayCounts
from triqueta_server.gateways.identity import Identity
from triqueta_server.gateways.kept_guests import KEPT_FOLDER, KeptGuests
from triqueta_server.gateways.prefork.gateway_side import Prefork
from triqueta_server.limits.declared import PendingLimits
from triqueta_server.limits.guests import GuestCounter, PasswordGuesses
from triqueta_server.limits.origins import origin_of
from triqueta_server.limits.pending import PendingConnections
from triqueta_server.open_files import raise_limit, room_for

CLIENT: Final = "triqueta_tui.guests.entry"
"""The client for guests. Named, never imported: the server does not know the client."""

FILES_PER_GUEST: Final = 3
"""A connection, and a terminal or two pipes."""


@dataclass(eq=False)
class GatewayContext:
    config: GatewayConfig
    identity: Identity
    prefork: Prefork
    guests: GuestCounter
    guesses: PasswordGuesses
    pending: PendingConnections
    kept: KeptGuests

    def counts(self) -> GatewayCounts:
        return GatewayCounts(
            guests=len(self.guests),
            guests_let_in=self.guests.let_in,
            guests_turned_away=self.guests.turned_away,
            wrong_passwords=self.guesses.wrong,
            hung_up=self.pending.cut_off,
        )

    @classmethod
    def of(cls, config: GatewayConfig, gateway: str, limits: PendingLimits) -> Self:
        """Put together from the config; raises ``StartupError``."""
        files = raise_limit() - FILES_PER_GUEST * config.limits.guests
        pending = PendingConnections(
            gateway,
            replace(
                limits,
                connections=room_for(limits.connections, 1, files),
                # All who may come in from one address may do so at once.
                per_address=max(limits.per_address, config.limits.per_address),
            ),
            speaks_for_many=config.proxies.trusts,
        )
        identity = Identity.of(Path(config.data_dir))
        kept = KeptGuests(
            Path(config.data_dir, KEPT_FOLDER),
            config.limits.remembered,
            config.limits.remembered_days,
            lambda address: identity.digest("origin", origin_of(address))[:8],
        )
        kept.tidy()
        return cls(
            config,
            identity,
            Prefork(CLIENT),
            GuestCounter(config.limits),
            PasswordGuesses(gateway, config.password, config.limits),
            pending,
            kept,
        )
