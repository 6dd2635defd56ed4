"""The Textual messages that the link posts; wire shapes become messages here and nowhere else."""

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct
from textual.message import Message

from protocol.advice import Advice
from protocol.archive import Found
from protocol.events import Detail, OwnSeat, TableLine
from protocol.games.offer import GameOffer
from protocol.mirror import Mirror
from protocol.requests import Request
from triqueta_tui.net.known_servers import Standing
from triqueta_tui.net.ways_in import ServerAddresses

LinkState = Literal["connecting", "linked", "reconnecting", "gone"]


@dataclass
class LinkChanged(Message):
    state: LinkState
    delay_ms: int | None = None
    """The round-trip time, once it has been measured."""
    attempt: int = 0
    """The number of the attempt to reconnect."""
    reason: str | None = None
    """Why the link is gone: a ``protocol.errors.Code``, or a key under ``link.why``. While reconnecting: what
    the server said when it ended the connection, if it said anything."""
    detail: Detail = field(default_factory=dict)


@dataclass
class ServerMet(Message):
    """A server has said who it is; it has been told nothing yet."""

    place: str
    """Its address, or the name of a server of this machine."""
    standing: Standing
    key: bytes | None
    """Its public key, which it has proven to have; None for an older server."""


@dataclass
class Welcomed(Message):
    """The server has accepted the greeting; ``seats`` are in running games and wait for this player."""

    name: str
    server: str
    seats: tuple[OwnSeat, ...]
    addresses: ServerAddresses = field(default_factory=ServerAddresses)
    games: tuple[GameOffer, ...] = ()
    """Including games that this program does not know."""
    capabilities: tuple[str, ...] = ()


@dataclass
class TableChanged(Message):
    mirror: Mirror
    happenings: tuple[Struct, ...]
    fresh: bool
    """The whole table was sent: after joining, or after a link that was gone for too long."""


@dataclass
class TableClosed(Message):
    """The client is no longer at the table."""

    table: str
    code: str


@dataclass
class TableUnknown(Message):
    """The client has left a table whose game this program does not know."""

    table: str
    game: str


@dataclass
class LobbyChanged(Message):
    lines: tuple[TableLine, ...]


@dataclass
class RequestAccepted(Message):
    request: Request
    table: str | None = None
    found: Found | None = None
    """The answer to a request about finished games."""


@dataclass
class HistoryTold(Message):
    """Everything that has happened in the running or last game of a table, oldest first."""

    table: str
    happenings: tuple[Struct, ...]


@dataclass
class AdviceGiven(Message):
    """What a coach says about the decision that the player ``you`` owes at a table."""

    table: str
    you: str
    request: int
    advice: Advice


@dataclass
class RequestRejected(Message):
    request: Request | None
    code: str
    detail: Detail = field(default_factory=dict)


@dataclass
class RequestUnsent(Message):
    """A request was not carried out, because the link is gone or the server has forgotten it."""

    request: Request
