"""The requests of a client. Each carries an id and gets exactly one answer."""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from triqueta_protocol.settings import TableSettings

Identifier = Annotated[int, Meta(ge=1, le=2**53 - 1)]
GameName = Annotated[str, Meta(max_length=24)]
GameId = Annotated[str, Meta(min_length=1, max_length=40)]
"""Of a game that is over: ``room.finished``, or from a list."""
Seat = Annotated[int, Meta(ge=0, le=15)]
TableCode = Annotated[str, Meta(min_length=1, max_length=12)]
Typed = Annotated[str, Meta(max_length=1000)]
"""Text from a keyboard, before cleaning; the limit only keeps the cleaning cheap."""
NewPassword = Annotated[str, Meta(min_length=1, max_length=1000)]


class Hello(Struct, frozen=True, gc=False, tag_field="t", tag="hello", omit_defaults=True):
    """The first frame of a connection. A key or a token makes it the same player as before.

    Without either, the welcome has a new token.

    Unknown fields are ignored, so that a client of a later protocol is told which one is spoken.
    """

    version: int
    name: Typed
    capabilities: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=40)] = ()
    token: Annotated[str, Meta(max_length=64)] | None = None
    password: Typed | None = None
    key: Annotated[bytes, Meta(min_length=32, max_length=32)] | None = None
    """The player's public key."""
    signature: Annotated[bytes, Meta(min_length=64, max_length=64)] | None = None
    """Of ``login.Exchange``, by this key."""
    client: Annotated[bytes, Meta(max_length=16)] = b""
    """A random id of this client, which stays when it reconnects. A player may have several clients."""


class Request(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="t", kw_only=True):
    """What every request has: an id that grows from request to request, chosen by the client."""

    id: Identifier


class TableRequest(Request, frozen=True, kw_only=True):
    """A request about one table."""

    table: TableCode


class Lobby(Request, frozen=True, tag="lobby"):
    """Subscribe to the list of open tables, or unsubscribe."""

    on: bool = True


class Create(Request, frozen=True, tag="create"):
    """Open a table and sit down at it as its host."""

    game: GameName
    settings: TableSettings = TableSettings()
    options: dict[str, Any] = {}
    """The game's own options; those left out have their defaults."""
    password: NewPassword | None = None


class Configure(TableRequest, frozen=True, tag="configure"):
    """Replace a table's settings and options before the game (host), and which game is played at it.

    A series goes on only with the same series rule, game, options and seats.
    """

    game: GameName
    """Another game is for the same people on the same seats."""
    settings: TableSettings
    options: dict[str, Any] = {}


class Join(TableRequest, frozen=True, tag="join"):
    """Sit down at a table, or return to your own seat."""

    password: Typed | None = None
    take: bool = False
    """Also from another client of yours that is at the table."""


class Watch(TableRequest, frozen=True, tag="watch"):
    """Watch without a seat."""

    password: Typed | None = None
    take: bool = False
    """As in ``join``."""


class Leave(TableRequest, frozen=True, tag="leave"):
    """Get up. In a running game a bot fills in, and joining again returns the seat."""


class Sleep(TableRequest, frozen=True, tag="sleep"):
    """Stop for tonight: get up and keep the seat. The game sleeps until a player joins again."""


class Ready(TableRequest, frozen=True, tag="ready"):
    """Declare yourself ready for the game, or not."""

    ready: bool = True


class Start(TableRequest, frozen=True, tag="start"):
    """Begin the game (host). Open seats are taken away."""


class Rematch(TableRequest, frozen=True, tag="rematch"):
    """Ask for another game. The host's word leads to the waiting room; if all agree it begins at once."""

    rotate: bool = False
    """In a series they always move on."""


class AddBot(TableRequest, frozen=True, tag="add_bot"):
    """Put a bot on an open seat (host)."""

    level: Annotated[str, Meta(max_length=24)] | UnsetType = UNSET
    """Left out: the level of the game's stand-in bots."""


class RemoveBot(TableRequest, frozen=True, tag="remove_bot"):
    """Remove a bot from its seat (host)."""

    seat: Seat


class Kick(TableRequest, frozen=True, tag="kick"):
    """Remove a player permanently (host)."""

    seat: Seat
    address: bool = False
    """Also keep out new players from the same address, for a while."""


class KickWatcher(TableRequest, frozen=True, tag="kick_watcher"):
    """Remove a watcher permanently (host)."""

    name: Typed
    address: bool = False
    """As in ``kick``."""


class Lock(TableRequest, frozen=True, tag="lock"):
    """Change who may enter a table, also during a game (host). What is left out stays as it is."""

    password: NewPassword | UnsetType | None = UNSET
    """None for none."""
    nobody_new: bool | UnsetType = UNSET
    """Only players who are here or own a seat may enter, whatever the password."""


class SitIn(TableRequest, frozen=True, tag="sit_in"):
    """Substitute a player who is absent for long: a bot plays, or before the game the seat is freed."""

    seat: Seat


class Advise(TableRequest, frozen=True, tag="advise"):
    """Ask for advice about the decision that your seat owes; the answer comes later."""


class Act(TableRequest, frozen=True, tag="act"):
    """Take a decision in the game: an action that ``mine.choices`` lists or describes."""

    action: dict[str, Any]


class Undo(TableRequest, frozen=True, tag="undo"):
    """Undo your last decision and all that followed it, while ``room.undo`` allows it."""


class Hold(TableRequest, frozen=True, tag="hold"):
    """Hold the bots' moves, or let them go on: for the only person at a table that allows undo."""

    hold: bool


class Chat(TableRequest, frozen=True, tag="chat"):
    """Send a chat line. While a game runs, players talk to players and watchers to watchers."""

    text: Typed


class Resume(TableRequest, frozen=True, tag="resume"):
    """Resume the events of a table after number ``last`` of ``epoch``."""

    epoch: Annotated[str, Meta(max_length=32)]
    last: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class History(TableRequest, frozen=True, tag="history"):
    """Ask for all events of the running or last game."""


MOST_FILE: Final = 15 * 1024
"""Bytes of the largest file that can be imported: it goes into one frame."""


class ArchiveRequest(Request, frozen=True, kw_only=True):
    """A request about finished games; the answer is ``accepted.found``."""


class Replay(ArchiveRequest, frozen=True, tag="replay"):
    """Ask for the steps of a game with all seats' views, from number ``start`` on, as many as fit."""

    game: GameId
    start: Annotated[int, Meta(ge=0, le=2**31)] = 0


class ExportGame(ArchiveRequest, frozen=True, tag="export_game"):
    """Ask for a game as a file."""

    game: GameId


class ImportGame(ArchiveRequest, frozen=True, tag="import_game"):
    """Have a file checked; its game can be asked for from then on."""

    file: Annotated[bytes, Meta(max_length=MOST_FILE)]
    keep: bool = False
    """Also after this visit. Only a program's own server does that."""


class Leaderboard(ArchiveRequest, frozen=True, tag="leaderboard"):
    """Ask who is rated best in a game, at tables of two or of more."""

    game: GameName
    seats_class: Literal["2", "3+"]
    before: Annotated[int, Meta(ge=0, le=2**31)] = 0
    """How many lines come before those that are asked for."""


class DropGame(ArchiveRequest, frozen=True, tag="drop_game"):
    """Forget an imported game."""

    game: GameId


class Assess(ArchiveRequest, frozen=True, tag="assess"):
    """Ask what an expert thinks of a moment of a game. It takes about as long as a bot's decision."""

    game: GameId
    step: Annotated[int, Meta(ge=0, le=2**31)]


MOST_LINES: Final = 50
"""Lines of one page of a list of games."""


class Games(ArchiveRequest, frozen=True, tag="games"):
    """Ask for a page of your own finished games, the newest first."""

    game: GameName | UnsetType = UNSET
    """Only of this game."""
    opponent: Annotated[str, Meta(min_length=1, max_length=100)] | UnsetType = UNSET
    """Only games with a player whose name contains this."""
    result: Literal["won", "lost"] | UnsetType = UNSET
    before: Annotated[int, Meta(ge=0, le=2**53 - 1)] | UnsetType = UNSET
    """``more`` of the page before this one."""
    limit: Annotated[int, Meta(ge=1, le=MOST_LINES)] = 25


MOST_SEEN: Final = 50
"""Results that can be called seen at once."""


class MyTables(ArchiveRequest, frozen=True, tag="my_tables"):
    """Ask for the tables that keep a seat for you, and for results that you have not seen."""

    seen: Annotated[tuple[GameId, ...], Meta(max_length=MOST_SEEN)] = ()
    """Games whose results you have seen since."""


class Statistics(ArchiveRequest, frozen=True, tag="statistics"):
    """Ask for statistics of your own games."""


class ForgetMe(ArchiveRequest, frozen=True, tag="forget_me"):
    """Delete your name and statistics permanently. Games of others keep their moves, without a name."""


AnyRequest = (
    Lobby
    | Create
    | Configure
    | Join
    | Watch
    | Leave
    | Sleep
    | Ready
    | Start
    | Rematch
    | AddBot
    | RemoveBot
    | Kick
    | KickWatcher
    | Lock
    | SitIn
    | Advise
    | Act
    | Undo
    | Hold
    | Chat
    | Resume
    | History
    | Replay
    | ExportGame
    | ImportGame
    | DropGame
    | Leaderboard
    | Assess
    | Games
    | MyTables
    | Statistics
    | ForgetMe
)
FromClient = Hello | AnyRequest
