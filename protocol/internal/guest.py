"""What a door of the server and the client that it runs for a guest tell each other."""

from typing import Final, Literal

from msgspec import Struct

ORIGIN_HEADER: Final = "Triqueta-Guest"
"""The HTTP header in which a guest's client passes ``Guest.origin`` on to the server."""
Leaf = bool | int | str | None
Kept = dict[str, Leaf | dict[str, Leaf | dict[str, Leaf]]]
"""A guest's settings by name, as the client that has them understands them; the door only keeps them."""

LONGEST_NOTE: Final = 8192
"""Bytes of one note, and so of what is kept of a guest."""


class Guest(Struct, frozen=True):
    """Somebody who has come without the program.

    It goes from the door to the guest's client and to nobody else: token and password are in it.
    """

    address: str
    """Where the client finds the server, as ``ws://host:port``."""
    name: str
    """What the guest would like to be called. Empty: has to be asked."""
    token: str | None = None
    """Who the guest is. None: nobody in particular."""
    password: str | None = None
    """The server's."""
    screen: Literal["terminal", "browser"] = "terminal"
    environment: dict[str, str] = {}
    """The variables that describe the guest's terminal and language."""
    arrival: str = ""
    """The URL by which the guest has come: ``ssh://host:port``, ``https://host``."""
    table: str | None = None
    """The code of a table in that address. If there is a name, too, the guest has typed one word for both: it
    is a code if there is such a table, and otherwise the name."""
    returning: bool = False
    """The guest was here a moment ago: a seat that waits counts before the table in the address."""
    kept: Kept = {}
    """What was kept of the guest at an earlier visit."""
    niceness: int = 5
    """How far the client stands back behind its door, which stands back behind the tables."""
    letters: bool = False
    """The terminal shows no more than ASCII: animals as letters."""
    origin: str = ""
    """Where the guest comes from, sealed by the door: the server counts the guest under that address."""


class GuestNote(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest's client tells the door, as one line of JSON. The door believes nothing of it."""

    keep: Kept | None = None
    """The settings to keep, in place of those kept before."""
    forget: bool = False
    """Keep nothing of this guest any more."""
