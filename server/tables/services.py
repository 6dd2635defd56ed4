"""What the tables need from the rest of the server, handed in so that tests can replace it."""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from protocol.advice import Advice
from protocol.archive import Found
from protocol.codes import LETTERS
from protocol.errors import Refusal
from protocol.requests import ArchiveRequest
from server.address_limits import PEOPLE, AddressLimits, Allowances
from server.crash_report import CrashReport
from server.games.game import AnyRules
from server.ratings.book import RatingBook
from server.store.records import HeldSeat, Record, StoredGame

ActionMap = dict[str, Any]


class Limits(Struct, frozen=True):
    """How many of each there may be, how often, and how long in seconds."""

    players: int = 500
    """Connected at once. Whoever owns a seat is let in even so."""
    players_per_address: int = PEOPLE
    """Of these from one address. What else an address may do grows with it."""
    tables: int = 200
    tables_per_player: int = 8
    watchers_per_table: int = 50
    grace: float = 60.0
    """How long a player may be gone before a bot may sit in."""
    close_after: float = 600.0
    """How long a table stays open with nobody at it."""
    forget_after: float = 600.0
    """How long a player without a seat is remembered after the link is gone."""
    idle_players: int = 2000
    """How many such players are remembered."""
    guess_rate: float = 5.0
    """Wrong passwords a second that a table hears in the long run, from whatever addresses."""
    guess_burst: float = 50.0
    return_rate: float = 0.1
    """How often a second a player may take back a seat after getting up from it."""
    return_burst: float = 10.0
    chat_rate: float = 0.5
    chat_burst: float = 6.0
    table_chat_rate: float = 4.0
    """Lines a second of all people at a table but the host."""
    table_chat_burst: float = 30.0
    rename_rate: float = 0.05
    rename_burst: float = 5.0
    advice_rate: float = 0.5
    """How often a second a player may ask for advice in the long run."""
    advice_burst: float = 5.0
    advice_at_once: int = 8
    """Questions for advice that are thought about at the same time, whoever asks."""
    kicked_for: float = 300.0
    """How long nobody new may come to a table from the address of somebody who was sent away from it."""
    taken_back: int = 500
    """How many decisions may be taken back in one game: each stays in its log."""
    allowances: Allowances = Allowances()
    """What one address may do."""

    @property
    def tables_per_address(self) -> int:
        return max(1, 20 * self.players_per_address // PEOPLE)

    @property
    def watchers_per_address(self) -> int:
        """Of one table."""
        return max(1, 8 * self.players_per_address // PEOPLE)


class BotQuestion(Struct, frozen=True):
    """A decision for a bot to take: what the seat sees, and a seed for the bot's random choices."""

    level: str
    game: str
    public: dict[str, Any]
    mine: dict[str, Any]
    seat: int
    seed: int
    table: str
    """The table's code: no table's bots are thought about before another's for long."""


class CoachQuestion(Struct, frozen=True):
    """A decision about which somebody asks for advice: what the seat sees, and nothing else."""

    game: str
    public: dict[str, Any]
    mine: dict[str, Any]
    seat: int
    seed: int
    player: str
    """Who asks."""


class Asker(Struct, frozen=True):
    """A player who asks about finished games."""

    player: str
    at_table: frozenset[str] = frozenset()
    """The ids of the games that ended last at the tables where the player is."""


class Timer(Protocol):
    """A call that was scheduled and can be cancelled."""

    def cancel(self) -> None: ...


@dataclass
class Counts:
    """What has happened since the start. The metrics page shows each under its name here."""

    moves: int = 0
    bot_moves: int = 0
    games_begun: int = 0
    games_over: int = 0
    requests: int = 0
    requests_rejected: int = 0
    tables_failed: int = 0


@dataclass
class Services:
    """Clocks, storage, bots, randomness and limits, shared by all tables of a server."""

    name: str
    rules: Mapping[str, AnyRules]
    """By game."""
    bot_names: tuple[str, ...]
    now: Callable[[], float]
    """Monotonic time in seconds."""
    wall_time: Callable[[], float]
    """The time of day, for the records."""
    call_later: Callable[[float, Callable[[], None]], Timer]
    write: Callable[[Record, Callable[[], None], Callable[[Exception], None]], None]
    """Hand a record to the journal. One of the two is called: once it is on disk, in the order of writing, or
    when the store refuses it and all that was written of its game since."""
    ask_bot: Callable[[BotQuestion, Callable[[ActionMap | None], None]], None]
    """The callback gets the bot's action, or None if the bot failed."""
    find_unfinished: Callable[[str], Awaitable[StoredGame | None]]
    """The unfinished game of a table that is not open."""
    find_in_the_way: Callable[[str], Awaitable[Sequence[HeldSeat]]]
    """The seats of a player in stored games that others have not finished with, either."""
    entropy: Callable[[int], bytes]
    ask_coach: Callable[[CoachQuestion, Callable[[Advice | None], None]], None]
    """The callback gets the advice, or None if there is none."""
    bot_budget: Callable[[str], float]
    """Seconds that a bot of a level may think about a decision; 0 for those that are done at once."""
    ask_archive: Callable[[Asker, ArchiveRequest, Callable[[Found | Refusal], None]], None]
    """The callback gets what was found about finished games, or why nothing was."""
    keep_crash: Callable[[CrashReport], Path | None] = lambda _report: None
    """Keep what it takes to repeat a fault; returns where."""
    coached: Container[str] = ()
    """The games about which advice can be given."""
    ratings: RatingBook = field(default_factory=RatingBook)
    code_letters: str = LETTERS
    """The letters that a new table's code may begin with."""
    one_keyboard: bool = False
    """The server is one program's own: all its people share a keyboard."""
    limits: Limits = field(default_factory=Limits)
    counts: Counts = field(default_factory=Counts)
    stalled: bool = False
    """The disk is full: moves cannot be stored at the moment."""
    closing: bool = False
    """The server is about to end: what can be gone on with later is left."""
    advising: int = 0
    """Questions for advice that are being thought about."""
    addresses: AddressLimits = field(init=False)

    def __post_init__(self) -> None:
        limits = self.limits
        self.addresses = AddressLimits(self.now, limits.players_per_address, limits.allowances)
