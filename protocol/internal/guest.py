"""What a door of the server tells the client that it runs for a guest."""

from typing import Literal

from msgspec import Struct


class Guest(Struct, frozen=True):
    """Somebody who has come without the program.

    It goes from the door to the guest's client and to nobody else: token and password are in it.
    """

    address: str
    """Where the client finds the server, as ``ws://host:port``."""
    name: str
    """What the guest would like to be called."""
    token: str | None = None
    """Who the guest is. None: nobody in particular."""
    password: str | None = None
    """The server's."""
    screen: Literal["terminal", "browser"] = "terminal"
    environment: dict[str, str] = {}
    """The variables that describe the guest's terminal and language."""
    arrival: str = ""
    """The URL by which the guest has come: ``ssh://host:port``, ``https://host``."""
    letters: bool = False
    """The terminal shows no more than ASCII: animals as letters."""
