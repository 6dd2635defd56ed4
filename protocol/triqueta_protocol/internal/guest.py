"""Messages between a gateway and the client that it runs for a guest."""

from typing import Final, Literal

from msgspec import Struct

ORIGIN_HEADER: Final = "Triqueta-Guest"
"""The HTTP header in which a guest's client passes ``Guest.origin`` on to the server."""
Leaf = bool | int | str | None
Kept = dict[str, Leaf | dict[str, Leaf | dict[str, Leaf]]]
"""A guest's settings by name, for the client; the gateway only stores them."""

LONGEST_NOTE: Final = 8192
"""Bytes of a ``Note``, and so of a guest's stored settings."""


class Guest(Struct, frozen=True):
    """A person who plays through a gateway.

    It is sent only from the gateway to the guest's client, as it contains the key and the password.
    """

    address: str
    """The server's address, as ``ws://host:port``."""
    name: str
    """The name that the guest wants. Empty: ask for it."""
    key: bytes | None = None
    """The secret of the guest's key pair; None for a fresh one, and a new player, at each visit."""
    password: str | None = None
    """The server's password."""
    screen: Literal["terminal", "browser"] = "terminal"
    environment: dict[str, str] = {}
    """The variables that describe the guest's terminal and language."""
    arrival: str = ""
    """The URL of the gateway: ``ssh://host:port``, ``https://host``."""
    table: str | None = None
    """The code of a table in that address. If there is a name, too, the guest has typed one word for both: it
    is a code if there is such a table, and otherwise the name."""
    returning: bool = False
    """Whether the guest just reconnected: a waiting seat then comes before the table in the address."""
    kept: Kept = {}
    """The guest's stored settings."""
    niceness: int = 5
    """The niceness of the client, relative to its gateway."""
    letters: bool = False
    """Whether the terminal shows only ASCII."""
    origin: str = ""
    """The guest's address, sealed by the gateway; the server's limits use it."""


class GuestNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A message of a guest's client to the gateway, one line of JSON. The gateway does not trust it."""

    keep: Kept | None = None
    """The settings to store, replacing the earlier ones."""
    forget: bool = False
    """Delete the stored settings of this guest."""
