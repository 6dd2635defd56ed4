"""What the link tells the screens: wire shapes become Textual messages here and nowhere else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct
from textual.message import Message

from protocol.events import Detail, OwnSeat, TableLine
from protocol.games.offer import GameOffer
from protocol.mirror import Mirror
from protocol.requests import Request

LinkState = Literal["connecting", "linked", "reconnecting", "gone"]


@dataclass
class LinkChanged(Message):
    """The link is up, is being looked for, or is gone for good."""

    state: LinkState
    delay_ms: int | None = None
    """How long a round trip takes, once it has been measured."""
    attempt: int = 0
    """Which attempt to come back this is."""
    reason: str | None = None
    """Why the link is gone: a ``protocol.errors.Code``, or the key of a sentence in the area ``link``."""
    detail: Detail = field(default_factory=dict)


@dataclass
class Welcomed(Message):
    """The server has taken the greeting; ``seats`` are the running games that wait for this player."""

    name: str
    server: str
    seats: tuple[OwnSeat, ...]
    doors: Mapping[str, int] = field(default_factory=dict)
    """Ports of the ways in for people without a client."""
    games: tuple[GameOffer, ...] = ()
    """What can be played there, also games that this program does not know."""


@dataclass
class TableChanged(Message):
    """A table this client is at has changed, or was told afresh."""

    mirror: Mirror
    happenings: tuple[Struct, ...]
    fresh: bool
    """The whole table came anew: after sitting down, or after a link that was gone for too long."""


@dataclass
class TableClosed(Message):
    """The client is no longer at the table."""

    table: str
    code: str


@dataclass
class TableUnknown(Message):
    """Something is played at the table that this program does not know, so the client has left it."""

    table: str
    game: str


@dataclass
class LobbyChanged(Message):
    """The open tables of the server."""

    lines: tuple[TableLine, ...]


@dataclass
class RequestAccepted(Message):
    """A request was carried out."""

    request: Request
    table: str | None = None


@dataclass
class HistoryTold(Message):
    """Everything that has happened in the running or last game of a table, oldest first."""

    table: str
    happenings: tuple[Struct, ...]


@dataclass
class RequestRejected(Message):
    """A request changed nothing, and why."""

    request: Request | None
    code: str
    detail: Detail = field(default_factory=dict)


@dataclass
class RequestUnsent(Message):
    """A request was never carried out because the link is gone for good."""

    request: Request
