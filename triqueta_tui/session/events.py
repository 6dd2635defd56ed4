"""What a session tells its subscribers. Answers to requests go to the code that asked, and to nobody else."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from triqueta_protocol.events import Detail, OwnSeat, TableLine
from triqueta_protocol.games.offer import GameOffer
from triqueta_tui.session.known_servers import Standing
from triqueta_tui.session.ways_in import ServerAddresses

if TYPE_CHECKING:
    from triqueta_tui.session.feed import Change
    from triqueta_tui.session.live_feed import LiveFeed

LinkState = Literal["connecting", "linked", "sending", "reconnecting", "gone"]
"""``sending``: connected, but an answer is overdue."""


@dataclass(frozen=True)
class LinkChanged:
    state: LinkState
    delay_ms: int | None = None
    """The round-trip time, once it has been measured."""
    attempt: int = 0
    """The number of the attempt to reconnect."""
    reason: str | None = None
    """Why the link is gone: a ``triqueta_protocol.errors.Code``, or a key under ``link.why``.
    While reconnecting: what the server said when it ended the connection, if it said anything."""
    detail: Detail = field(default_factory=dict)


@dataclass(frozen=True)
class ServerMet:
    """A server has proven its identity; it has been told nothing yet."""

    place: str
    """Its address, or the name of a server of this machine."""
    standing: Standing
    key: bytes | None
    """Its public key."""


@dataclass(frozen=True)
class Welcomed:
    """The server has accepted the greeting; ``seats`` are in running games and wait for this player."""

    name: str
    server: str
    seats: tuple[OwnSeat, ...]
    addresses: ServerAddresses = field(default_factory=ServerAddresses)
    games: tuple[GameOffer, ...] = ()
    """Including games that this program does not know."""
    capabilities: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableChanged:
    """A table that this player joined or watches was opened, or has changed."""

    feed: "LiveFeed"
    change: "Change"


@dataclass(frozen=True)
class TableClosed:
    """The client is no longer at the table."""

    table: str
    code: str


@dataclass(frozen=True)
class TableUnknown:
    """The client has left a table whose game this program does not know."""

    table: str
    game: str


@dataclass(frozen=True)
class LobbyChanged:
    lines: tuple[TableLine, ...]


SessionEvent = LinkChanged | ServerMet | Welcomed | TableChanged | TableClosed | TableUnknown | LobbyChanged
