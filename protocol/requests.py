"""What a client can ask for. Each request carries an id and gets exactly one answer."""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from protocol.meeting import HANDLE
from protocol.series import SeriesRule

Identifier = Annotated[int, Meta(ge=1, le=2**53 - 1)]
GameName = Annotated[str, Meta(max_length=24)]
GameId = Annotated[str, Meta(min_length=1, max_length=40)]
"""Of a game that is over: ``room.finished``, or from a list."""
Seat = Annotated[int, Meta(ge=0, le=15)]
TableCode = Annotated[str, Meta(min_length=1, max_length=12)]
Typed = Annotated[str, Meta(max_length=1000)]
"""Text from a keyboard, before cleaning; the limit only keeps the cleaning cheap."""
Substitute = Literal["auto", "ask", "never"]
"""Whether somebody who is gone for longer than the grace time is done without: by itself, when a player asks
for it (``sit_in``), or never. In a game a bot plays for them; in the waiting room their seat is freed."""


class Hello(Struct, frozen=True, gc=False, tag_field="t", tag="hello", omit_defaults=True):
    """The first frame of a connection. A token from an earlier meeting makes it the same player again.

    Whoever has asked the server for its identity sends a proof in the token's place.

    Fields that are not known here are passed over: a client of a later protocol is told which one is spoken.
    """

    version: int
    name: Typed
    capabilities: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=40)] = ()
    token: Annotated[str, Meta(max_length=64)] | None = None
    password: Typed | None = None
    who: Annotated[bytes, Meta(min_length=HANDLE, max_length=HANDLE)] | None = None
    """The beginning of the token's hash."""
    proof: Annotated[bytes, Meta(max_length=64)] | None = None
    """``Meeting.player_proof``."""


class Request(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="t", kw_only=True):
    """What every request has: an id that grows from request to request, chosen by the client."""

    id: Identifier


class TableRequest(Request, frozen=True, kw_only=True):
    """A request about one table."""

    table: TableCode


class Lobby(Request, frozen=True, tag="lobby"):
    """Begin (or stop) hearing about the open tables."""

    on: bool = True


class ClockRule(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Seconds for each decision, and a bank for the whole game that is used when they run out."""

    turn: Annotated[int, Meta(ge=5, le=3600)]
    bank: Annotated[int, Meta(ge=0, le=7200)] = 0


class TableRules(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What the host decides about a table, whatever game is played at it."""

    seats: Seat = 4
    clock: ClockRule | None = None
    watchers: bool = True
    private: bool = False
    pace: Annotated[int, Meta(ge=0, le=5000)] = 600
    """Milliseconds a bot waits before it moves, so that people can follow."""


class Create(Request, frozen=True, tag="create"):
    """Open a table and sit down at it as its host."""

    game: GameName
    rules: TableRules = TableRules()
    options: dict[str, Any] = {}
    """The game's own options; what is left out is as usual."""
    password: Typed | None = None
    seed: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """A seed in words for a repeatable game. Everybody at the table is shown that it was set."""
    coach: bool | UnsetType = UNSET
    """Whether players may ask for advice (``advise``). Left out: no."""
    substitute: Substitute | UnsetType = UNSET
    """Not among the rules, because older clients refuse rules with a field they do not know."""
    practice: bool | UnsetType = UNSET
    """Whether a person alone with bots may take back decisions after a draw, too. Everybody is shown it."""
    rated: bool | UnsetType = UNSET
    """Whether games here count for the ratings of those who play them. Left out: no."""
    series: SeriesRule | UnsetType | None = UNSET
    """Whether the games at the table are a series. Left out: no."""


class Configure(TableRequest, frozen=True, tag="configure"):
    """Change a table's rules and options before the game (host), or which game is played at it."""

    rules: TableRules
    options: dict[str, Any] = {}
    game: GameName | UnsetType = UNSET
    """Another game, for the same people on the same seats."""
    coach: bool | UnsetType = UNSET
    """Left out: as it is."""
    substitute: Substitute | UnsetType = UNSET
    """Left out: as it is."""
    rated: bool | UnsetType = UNSET
    """Left out: as it is."""
    series: SeriesRule | UnsetType | None = UNSET
    """None for none. Left out: as it is; but another game, other options or seats begin it anew."""


class Join(TableRequest, frozen=True, tag="join"):
    """Sit down at a table, or come back to the own seat."""

    password: Typed | None = None


class Watch(TableRequest, frozen=True, tag="watch"):
    """Look on without a seat."""

    password: Typed | None = None


class Leave(TableRequest, frozen=True, tag="leave"):
    """Get up. In a running game a bot plays on, and the seat can be taken back by joining again."""


class Ready(TableRequest, frozen=True, tag="ready"):
    """Say whether the game may begin as far as this player is concerned."""

    ready: bool = True


class Start(TableRequest, frozen=True, tag="start"):
    """Begin the game (host). Open seats are taken away."""


class Rematch(TableRequest, frozen=True, tag="rematch"):
    """After a game: back to the waiting room with the seats kept or moved on by one (host)."""

    rotate: bool = False
    """In a series they always move on."""


class AddBot(TableRequest, frozen=True, tag="add_bot"):
    """Put a bot on an open seat (host)."""

    level: Annotated[str, Meta(max_length=24)] | UnsetType = UNSET
    """Left out: the one that the game lets stand in for people."""


class RemoveBot(TableRequest, frozen=True, tag="remove_bot"):
    """Take a bot from its seat (host)."""

    seat: Seat


class Kick(TableRequest, frozen=True, tag="kick"):
    """Send a player away for good (host)."""

    seat: Seat


class KickWatcher(TableRequest, frozen=True, tag="kick_watcher"):
    """Send a watcher away for good (host)."""

    name: Typed


class Lock(TableRequest, frozen=True, tag="lock"):
    """Say who may come to a table from now on, also during a game (host). What is left out stays as it is."""

    password: Typed | UnsetType | None = UNSET
    """None for none."""
    nobody_new: bool | UnsetType = UNSET
    """Nobody gets in who is not here and owns no seat, not even with the password."""


class SitIn(TableRequest, frozen=True, tag="sit_in"):
    """Do without a player who is gone for long: a bot plays, or before the game the seat is freed."""

    seat: Seat


class Advise(TableRequest, frozen=True, tag="advise"):
    """Ask for advice about the decision that the own seat owes; the answer comes when it is thought out."""


class Act(TableRequest, frozen=True, tag="act"):
    """Take a decision in the game; ``action`` is one that ``mine.choices`` lists or describes."""

    action: dict[str, Any]


class Undo(TableRequest, frozen=True, tag="undo"):
    """Take back the own last decision and all that followed it, while ``room.undo`` says that it can be."""


class Chat(TableRequest, frozen=True, tag="chat"):
    """Say something. While a game runs, players talk to players and watchers to watchers."""

    text: Typed


class Resume(TableRequest, frozen=True, tag="resume"):
    """Take up the events of a table after number ``last`` of ``epoch``."""

    epoch: Annotated[str, Meta(max_length=32)]
    last: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class History(TableRequest, frozen=True, tag="history"):
    """Ask for everything that has happened in the running or last game."""


MOST_FILE: Final = 15 * 1024
"""Bytes of the largest file that can be imported: it goes into one frame."""


class ArchiveRequest(Request, frozen=True, kw_only=True):
    """A request about finished games; the answer is ``accepted.found``."""


class Replay(ArchiveRequest, frozen=True, tag="replay"):
    """Ask for the steps of a game with everybody's view, from number ``start`` on as many as fit."""

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
    """Ask for a page of the own finished games, the newest first."""

    game: GameName | UnsetType = UNSET
    """Only of this game."""
    opponent: Annotated[str, Meta(min_length=1, max_length=100)] | UnsetType = UNSET
    """Only with somebody whose name has this in it."""
    result: Literal["won", "lost"] | UnsetType = UNSET
    before: Annotated[int, Meta(ge=0, le=2**53 - 1)] | UnsetType = UNSET
    """``more`` of the page before this one."""
    limit: Annotated[int, Meta(ge=1, le=MOST_LINES)] = 25


class Statistics(ArchiveRequest, frozen=True, tag="statistics"):
    """Ask how the own games have come out."""


class ForgetMe(ArchiveRequest, frozen=True, tag="forget_me"):
    """Have the own name and statistics removed for good. Games of others keep their moves, without a name."""


AnyRequest = (
    Lobby
    | Create
    | Configure
    | Join
    | Watch
    | Leave
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
    | Statistics
    | ForgetMe
)
FromClient = Hello | AnyRequest
