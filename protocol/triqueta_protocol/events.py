"""Messages of the server: answers to requests, and numbered events of the client's tables.

A ``code`` is one of ``triqueta_protocol.errors.Code``, typed as text because a newer server may have others.
"""

from typing import Any, Literal

from msgspec import Struct

from triqueta_protocol.advice import Advice
from triqueta_protocol.archive import Found
from triqueta_protocol.games.offer import GameOffer
from triqueta_protocol.series import SeriesNow
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import Said

Detail = dict[str, str | int]


class Message(Struct, frozen=True, gc=False, tag_field="t", kw_only=True, omit_defaults=True):
    """A message of the server. Clients ignore unknown fields."""


class OwnSeat(Struct, frozen=True, gc=False):
    """An unfinished game of this player."""

    table: str
    game: str
    seat: int


class Welcome(Message, frozen=True, tag="welcome"):
    """The greeting is accepted."""

    version: int
    capabilities: tuple[str, ...]
    server: str
    player: str
    name: str
    next_id: int
    """The smallest request id this client has not used yet."""
    seats: tuple[OwnSeat, ...] = ()
    games: tuple[GameOffer, ...] = ()
    """The games of this server."""
    token: str = ""
    """For a client without a key: it identifies the player on this server."""
    public_urls: dict[str, str] = {}
    """Public URLs by kind (``play``, ``ssh``, ``web``), set by the operator."""
    local_urls: dict[str, tuple[str, ...]] = {}
    """URLs for the server's local network by kind, the best first."""


class Refused(Message, frozen=True, tag="refused"):
    """The greeting is refused and the connection closes; ``text`` explains an unknown code."""

    code: str
    text: str
    detail: Detail = {}


class Accepted(Message, frozen=True, tag="accepted"):
    """The request was carried out and stored."""

    id: int
    table: str | None = None
    history: tuple[Any, ...] | None = None
    advice: Advice | None = None
    found: Found | None = None


class Rejected(Message, frozen=True, tag="rejected"):
    """The request was refused and changed nothing. ``id`` is missing if it could not be read."""

    code: str
    id: int | None = None
    detail: Detail = {}


class Bye(Message, frozen=True, tag="bye"):
    """The server closes this connection. ``again`` says whether reconnecting makes sense."""

    code: str
    again: bool = False


class TableLine(Struct, frozen=True, gc=False, omit_defaults=True):
    """A table in the lobby, until its game is over."""

    table: str
    game: str
    host: str
    players: tuple[str, ...]
    seats: int
    status: Literal["waiting", "playing"]
    locked: bool = False
    watchers: bool = True
    nobody_new: bool = False
    rated: bool = False
    asleep: bool = False


class LobbyNow(Message, frozen=True, tag="lobby_now"):
    """All open tables, once, after ``lobby``."""

    tables: tuple[TableLine, ...]


class LobbyTable(Message, frozen=True, tag="lobby_table"):
    """A table appeared or changed."""

    line: TableLine


class LobbyGone(Message, frozen=True, tag="lobby_gone"):
    """A table left the list."""

    table: str


class SeatInfo(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat and its owner."""

    kind: Literal["open", "player", "bot"] = "open"
    name: str = ""
    player: str | None = None
    level: str | None = None
    """The level of the bot on the seat, or of the stand-in bot."""
    ready: bool = False
    present: bool = False
    bot: bool = False
    """Whether the owner is a connected program, not one of the server's bots."""


class Shuffle(Struct, frozen=True, gc=False, omit_defaults=True):
    """The commitment made before the first draw, and after the game what is needed to verify it."""

    commitment: bytes
    """SHA-256 of seed followed by salt."""
    seed: bytes | None = None
    salt: bytes | None = None


class Clocks(Struct, frozen=True, gc=False):
    """Time left in milliseconds when the message was made; running clocks count down locally."""

    bank: tuple[int, ...]
    """By seat."""
    turn: tuple[int | None, ...]
    """By seat: what is left of the time for this decision; None for seats that owe nothing."""


class Away(Struct, frozen=True, gc=False, omit_defaults=True):
    """An absent player. Times are in milliseconds when the message was made, and go on locally."""

    seat: int
    since: int
    """The time since the player left."""
    left: int | None = None
    """The time until a bot may fill in; None if one plays already, or never will."""
    kept: bool = False
    """The player has stopped for tonight: no clock runs, and a bot fills in only if another player asks."""


class Asleep(Struct, frozen=True, gc=False, omit_defaults=True):
    """A game that was stopped until a player joins again."""

    seat: int | None = None
    """Whose player has stopped it; None if all had gone."""
    until: float | None = None
    """Seconds since 1970: when the game is removed; None if it may sleep for as long as it takes."""


class RatingChange(Struct, frozen=True, gc=False):
    """What a rated game did to the rating of a player."""

    before: int
    after: int


class Room(Struct, frozen=True, gc=False):
    """The public state of a table, apart from its game."""

    table: str
    epoch: str
    game: str
    settings: TableSettings
    options: dict[str, Any]
    seats: tuple[SeatInfo, ...]
    host: str | None
    watchers: tuple[str, ...]
    status: Literal["waiting", "playing", "over"]
    games: int = 0
    """The number of games that began at this table."""
    locked: bool = False
    paused: str | None = None
    """A code: why the game is paused."""
    shuffle: Shuffle | None = None
    clocks: Clocks | None = None
    nobody_new: bool = False
    """Only people who are at the table or own a seat may join."""
    away: tuple[Away, ...] = ()
    undo: bool = False
    """Whether the only person among bots may undo the last decision now."""
    rating_changes: tuple[RatingChange | None, ...] = ()
    """By seat, after a rated game; None for the server's bots, whose ratings are fixed."""
    finished: str | None = None
    """The id of the last game at this table if it is over, for ``replay`` and similar requests."""
    series: SeriesNow | None = None
    """The score of the series, if the games are played as one."""
    asleep: Asleep | None = None
    """Whether the game is stopped for tonight."""

    @property
    def goes_on(self) -> bool:
        """Whether the game or the series is unfinished."""
        return self.status != "over" or (self.series is not None and not self.series.winners)


class TableNow(Message, frozen=True, tag="table"):
    """A table as it is now for this viewer; events continue with number ``n`` + 1."""

    table: str
    n: int
    you: str
    """The viewer's player id, which marks their seat in ``room.seats``."""
    room: Room
    public: dict[str, Any] | None = None
    """The public view of the game."""
    mine: dict[str, Any] | None = None
    """What only the viewer's seat sees."""
    chat: tuple[Said, ...] = ()
    """The last chat lines that this viewer may read, oldest first."""


class Event(Message, frozen=True, tag="event"):
    """An event at a table: what happened, and the fields that changed."""

    table: str
    n: int
    what: tuple[Any, ...] = ()
    room: dict[str, Any] = {}
    public: dict[str, Any] = {}
    mine: dict[str, Any] = {}
    accepted: int | None = None
    """The id of the viewer's request that caused it; this event is its answer."""


class Closed(Message, frozen=True, tag="closed"):
    """The client is no longer at this table, and why."""

    table: str
    code: str


FromServer = (
    Welcome
    | Refused
    | Accepted
    | Rejected
    | Bye
    | LobbyNow
    | LobbyTable
    | LobbyGone
    | TableNow
    | Event
    | Closed
)
