"""The messages between the server and a gateway that it starts. Secrets go this way only."""

from typing import Final

from msgspec import Struct

from triqueta_server.limits.declared import GuestLimits
from triqueta_server.limits.origins import TrustedProxies, trusted_network

LOG_FORMAT: Final = "%(asctime)s %(levelname)-7s %(message)s"
"""Of the server and its gateways, which write into one log."""

NICENESS: Final = 5
"""How far a gateway stands back behind the tables."""


class GatewayConfig(Struct, frozen=True):
    server_name: str
    host: str
    data_dir: str
    port: int = 0
    server_url: str = ""
    """Where guests' clients find the server: a port that only this machine can reach."""
    password: str | None = None
    tls: tuple[str, str] | None = None
    """Certificate and key, for a gateway that can use them. Absolute paths: its current folder is another."""
    limits: GuestLimits = GuestLimits()
    niceness: int = NICENESS
    """How far the gateway stands back behind the tables on a busy machine, and each client behind it."""
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


class GatewayCounts(Struct, frozen=True):
    """The guests who are in now, and what has happened since the gateway was opened."""

    guests: int = 0
    guests_let_in: int = 0
    guests_turned_away: int = 0
    wrong_passwords: int = 0
    hung_up: int = 0
