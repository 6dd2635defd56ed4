"""What the server tells a door that it starts, and what the door answers. Secrets go this way only."""

from typing import Final

from msgspec import Struct

from server.origins import TrustedProxies, trusted_network

LOG_FORMAT: Final = "%(asctime)s %(levelname)-7s %(message)s"
"""Of the server and its doors, which write into one log."""

NICENESS: Final = 5
"""How far a door stands back behind the tables."""


class GuestLimits(Struct, frozen=True):
    """How many guests a door lets in, and for how long."""

    guests: int = 50
    """At once."""
    per_address: int = 8
    """At once, from one address."""
    idle: float = 1800.0
    """Seconds without a key after which a guest is disconnected."""
    login: float = 30.0
    """Seconds to say who one is, and again to say the password."""
    remembered: int = 1000
    """Guests whose settings are kept, 0 for none."""
    remembered_days: int = 365
    """How long they are kept after the last visit."""


class DoorConfig(Struct, frozen=True):
    server_name: str
    host: str
    data_dir: str
    port: int = 0
    server_url: str = ""
    """Where guests' clients find the server: a port that only this machine can reach."""
    password: str | None = None
    tls: tuple[str, str] | None = None
    """Certificate and key, for a door that can use them. A door's current folder is not the server's, so all
    paths are absolute."""
    limits: GuestLimits = GuestLimits()
    niceness: int = NICENESS
    """How far the door stands back behind the tables on a busy machine, and each client behind it."""
    log_level: str = "INFO"
    trusted_proxies: tuple[str, ...] = ()
    """Networks of proxies that are believed when they say for whom they ask."""
    names: tuple[str, ...] = ()
    """Under which names browsers may know this server, beside those that lead to the local network only."""

    @property
    def proxies(self) -> TrustedProxies:
        return TrustedProxies(tuple(map(trusted_network, self.trusted_proxies)))


class Report(Struct, frozen=True):
    port: int = 0
    remarks: tuple[str, ...] = ()
    """What the host should know."""
    refused: str = ""
