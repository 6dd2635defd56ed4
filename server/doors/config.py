"""What the server tells a door that it starts, and what the door answers. Secrets go this way only."""

from msgspec import Struct


class DoorRefused(Exception):  # noqa: N818 - the word for it
    """A door cannot be opened, or cannot serve a guest, and this sentence says why."""


class GuestLimits(Struct, frozen=True):
    """How many guests a door lets in, and for how long."""

    guests: int = 50
    """At once."""
    per_address: int = 8
    """At once, from one address."""
    idle: float = 1800.0
    """Seconds without a key after which a guest is disconnected."""
    unauthenticated: int = 30
    """Connections that have not said yet who they are."""
    login: float = 30.0
    """Seconds to say it."""


class DoorConfig(Struct, frozen=True):
    """Everything a door has to know."""

    server_name: str
    host: str
    data_dir: str
    port: int = 0
    server_url: str = ""
    """Where guests' clients find the server: a port that only this machine can reach."""
    password: str | None = None
    tls: tuple[str, str] | None = None
    """Certificate and key, for a door that can use them."""
    limits: GuestLimits = GuestLimits()
    log_level: str = "INFO"


class Report(Struct, frozen=True):
    """A door's answer: it is open, or it cannot be."""

    port: int = 0
    remarks: tuple[str, ...] = ()
    """What the host should know."""
    refused: str = ""
