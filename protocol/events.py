"""What a server says: answers to requests, and numbered events of the tables a client is at.

A ``code`` is one of ``protocol.errors.Code``. It is typed as text, because a newer server may have others.
"""

from typing import Any, Literal

from msgspec import Struct

from protocol.advice import Advice
from protocol.archive import Found
from protocol.games.offer import GameOffer
from protocol.requests import Substitute, TableRules
from protocol.series import SeriesNow

Detail = dict[str, str | int]


class Message(Struct, frozen=True, gc=False, tag_field="t", kw_only=True, omit_defaults=True):
    """Anything a server sends. Clients ignore fields they do not know."""


class OwnSeat(Struct, frozen=True, gc=False):
    """A game that waits for this player."""

    table: str
    game: str
    seat: int


class Welcome(Message, frozen=True, tag="welcome"):
    """The greeting is accepted. Keep the token: it is the player, on this server, from now on."""

    version: int
    capabilities: tuple[str, ...]
    server: str
    player: str
    name: str
    next_id: int
    """The smallest request id this player has not used yet."""
    seats: tuple[OwnSeat, ...] = ()
    doors: dict[str, int] = {}
    """Ports of the ways in for people without a client, by kind: ``ssh``, ``web``."""
    games: tuple[GameOffer, ...] = ()
    """What can be played here."""
    token: str = ""
    """Not sent to whoever has asked the server for its identity: both know it."""
    proof: bytes = b""
    """``Meeting.server_proof`` for a player who has given a proof; without it, the player is new here."""
    public_urls: dict[str, str] = {}
    """Where the host says that people get in from anywhere: URLs by kind (``play``, ``ssh``, ``web``)."""
    local_urls: dict[str, tuple[str, ...]] = {}
    """Where people in the server's own network get in: URLs by kind, the best first."""


class Refused(Message, frozen=True, tag="refused"):
    """The greeting is not accepted and the connection closes; ``text`` helps who does not know the code."""

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
    """The request changed nothing. ``id`` is missing when the frame was too broken to have one."""

    code: str
    id: int | None = None
    detail: Detail = {}


class Bye(Message, frozen=True, tag="bye"):
    """The server ends this connection, and why. ``again`` says whether coming back makes sense."""

    code: str
    again: bool = False


class TableLine(Struct, frozen=True, gc=False, omit_defaults=True):
    """One table as the lobby shows it."""

    table: str
    game: str
    host: str
    players: tuple[str, ...]
    seats: int
    status: Literal["waiting", "playing", "over"]
    locked: bool = False
    watchers: bool = True
    nobody_new: bool = False
    rated: bool = False


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
    """Who sits where."""

    kind: Literal["open", "player", "bot"] = "open"
    name: str = ""
    player: str | None = None
    level: str | None = None
    """The level of the bot on the seat, or of the one sitting in for its owner."""
    ready: bool = False
    present: bool = False
    bot: bool = False
    """The owner is a program that somebody has connected; none of the server's levels describes it."""


class Shuffle(Struct, frozen=True, gc=False, omit_defaults=True):
    """The promise made before the first draw, and after the game the means to check it."""

    commitment: bytes
    """SHA-256 of seed followed by salt."""
    seed: bytes | None = None
    salt: bytes | None = None


class Clocks(Struct, frozen=True, gc=False):
    """Time left in milliseconds when the message was made; what is running goes down by itself."""

    bank: tuple[int, ...]
    """Per seat."""
    turn: tuple[int | None, ...]
    """Per seat: what is left of this decision's own time, None for seats that owe nothing."""


class Away(Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who is not there. Milliseconds when the message was made; they go on by themselves."""

    seat: int
    since: int
    """How long ago the player went."""
    left: int | None = None
    """Until the player may be done without; None if a bot plays already, or nobody will."""


class RatingChange(Struct, frozen=True, gc=False):
    """What a rated game has done to the rating of whoever played it."""

    before: int
    after: int


class Room(Struct, frozen=True, gc=False):
    """A table as everybody at it sees it, whatever game is played."""

    table: str
    epoch: str
    game: str
    rules: TableRules
    options: dict[str, Any]
    seats: tuple[SeatInfo, ...]
    host: str | None
    watchers: tuple[str, ...]
    status: Literal["waiting", "playing", "over"]
    games: int = 0
    """How many games have begun at this table."""
    locked: bool = False
    seeded: str | None = None
    paused: str | None = None
    """A code: why the game cannot go on at the moment."""
    shuffle: Shuffle | None = None
    clocks: Clocks | None = None
    nobody_new: bool = False
    """Only people who are here or own a seat get in."""
    invitation: str | None = None
    """The code with which new people get in, if ``table`` is no secret any more."""
    coach: bool = False
    """Whether players may ask for advice about their decisions."""
    substitute: Substitute = "auto"
    away: tuple[Away, ...] = ()
    practice: bool = False
    """Decisions may be taken back after a draw, too."""
    undo: bool = False
    """The person who is alone here with bots may take back the last decision now."""
    rated: bool = False
    """Games here count for the ratings of those who play them."""
    rating_changes: tuple[RatingChange | None, ...] = ()
    """Per seat, after a rated game; None for the server's bots, whose ratings are fixed."""
    finished: str | None = None
    """The id of the last game at this table, if it is over: for ``replay`` and the like."""
    series: SeriesNow | None = None
    """The score of the games here, if they are played as a series."""

    @property
    def goes_on(self) -> bool:
        """Whether there is something to come: the game is not over, or the series is not."""
        return self.status != "over" or (self.series is not None and not self.series.winners)


class TableNow(Message, frozen=True, tag="table"):
    """A table as it is now for this viewer; events continue with number ``n`` + 1."""

    table: str
    n: int
    you: str
    """The viewer's own player id: the seat in ``room.seats`` that carries it is the own one."""
    room: Room
    public: dict[str, Any] | None = None
    """The game as everybody sees it."""
    mine: dict[str, Any] | None = None
    """What only the own seat sees."""


class Event(Message, frozen=True, tag="event"):
    """Something happened at a table: what, and the fields that changed by it."""

    table: str
    n: int
    what: tuple[Any, ...] = ()
    room: dict[str, Any] = {}
    public: dict[str, Any] = {}
    mine: dict[str, Any] = {}
    accepted: int | None = None
    """The id of the own request that has caused it: this event is its answer."""


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
