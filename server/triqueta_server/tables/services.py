"""What the tables need from the rest of the server, handed in so that tests can replace it."""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from triqueta_protocol.advice import Advice
from triqueta_protocol.archive import ArchivedGame
from triqueta_protocol.codes import LETTERS
from triqueta_server.crash_report import CrashReport
from triqueta_server.games.game import AnyRules
from triqueta_server.limits.budgets import Budgets
from triqueta_server.limits.declared import Limits
from triqueta_server.limits.fair_queue import Owner
from triqueta_server.limits.places import Places
from triqueta_server.ratings.book import RatingBook
from triqueta_server.store.records import HeldGame, HeldSeat, Record, StoredGame

ActionMap = dict[str, Any]


class BotQuestion(Struct, frozen=True):
    """A decision for a bot to take: what the seat sees, and a seed for the bot's random choices."""

    level: str
    game: str
    public: dict[str, Any]
    mine: dict[str, Any]
    seat: int
    seed: int
    table: str
    address: str
    """Of the host. Work is shared by addresses, and then by tables."""


class CoachQuestion(Struct, frozen=True):
    """A decision about which a player asks for advice: what the seat sees, and nothing else."""

    game: str
    public: dict[str, Any]
    mine: dict[str, Any]
    seat: int
    seed: int
    player: str
    address: str


class Asker(Struct, frozen=True):
    """A player who asks about finished games."""

    player: str
    at_table: frozenset[str] = frozenset()
    """The ids of the games that ended last at the tables where the player is."""
    address: str = ""

    @property
    def owner(self) -> Owner:
        """Of the work for the answer."""
        return Owner(self.address, self.player)


class OwnGames(NamedTuple):
    unfinished: Sequence[HeldGame]
    unseen: Sequence[ArchivedGame]


class Timer(Protocol):
    """A call that was scheduled and can be cancelled."""

    def cancel(self) -> None: ...


class Alarm:
    """A call that is scheduled at most once at a time."""

    __slots__ = ("_call_later", "_timer")

    def __init__(self, call_later: Callable[[float, Callable[[], None]], Timer]) -> None:
        self._call_later = call_later
        self._timer: Timer | None = None

    @property
    def is_set(self) -> bool:
        return self._timer is not None

    def set(self, delay: float, act: Callable[[], None]) -> None:
        """Call ``act`` after so many seconds, instead of what was scheduled before."""
        self.cancel()

        def ring() -> None:
            self._timer = None
            act()

        self._timer = self._call_later(delay, ring)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


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
    find_own_games: Callable[[str], Awaitable["OwnGames"]]
    """The unfinished games of a player, and the finished ones whose result they have not seen."""
    find_blocking_seats: Callable[[str], Awaitable[Sequence[HeldSeat]]]
    """The seats of a player in stored games that others have not finished with, either."""
    entropy: Callable[[int], bytes]
    ask_coach: Callable[[CoachQuestion, Callable[[Advice | None], None]], None]
    """The callback gets the advice, or None if there is none."""
    bot_budget: Callable[[str], float]
    """Seconds that a bot of a level may think about a decision; 0 for those that are done at once."""
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
    advising: Places = field(init=False)
    """Questions for advice in work."""
    budgets: Budgets = field(init=False)

    def __post_init__(self) -> None:
        limits = self.limits
        self.budgets = Budgets(limits, self.now)
        self.advising = Places(limits.advice_at_once, limits.advice_per_address)
