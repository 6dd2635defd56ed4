"""The records of the store: players, games, and the log of everything that happened in a game."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field


class PlayerRecord(Struct, frozen=True):
    """A player. The token itself is never kept, only its hash."""

    id: str
    token_hash: bytes
    name: str
    seen_at: float


class GameRecord(Struct, frozen=True):
    """A game as it began. With its entries in order it is the whole game."""

    id: str
    table: str
    game: str
    number: int
    begun_at: float
    seed: bytes
    salt: bytes
    setup: bytes
    """The table's set-up as the table packs it; the store does not look inside."""
    players: tuple[str | None, ...] = ()
    """The player of each seat, ``None`` where a bot began."""


class Entry(Struct, frozen=True, gc=False):
    """One step of a game's log, numbered from 1 without gaps. Entries are only ever added."""

    game: str
    n: int
    at: float
    kind: Literal["move", "seat", "host", "takeback"]
    seat: int
    player: str | None
    request: int | None
    body: bytes


class SeatResult(Struct, frozen=True):
    """How a seat has come out of a game."""

    player: str | None
    """Who sat down there to play; None for a bot, and for somebody who is forgotten."""
    name: str
    """Empty for somebody who is forgotten."""
    level: str | None = None
    """Of the bot that sat down there."""
    program: bool = False
    """The player was a program that somebody had connected."""
    gone: bool = False
    """At the end a bot played for the player."""
    points: int = 0
    place: int = 1
    slips: dict[str, int] = {}
    """Mistakes in the game's own words, and how many."""


class GameSummary(Struct, frozen=True):
    """What a finished game leaves for lists and statistics. It follows from the game's log."""

    seats: tuple[SeatResult, ...]
    options: dict[str, Any] = {}
    rated: bool = False
    practice: bool = False
    coach: bool = False
    series: str | None = None
    """Which series of games it belongs to."""
    series_number: int | None = None

    @property
    def abandoned(self) -> bool:
        return any(seat.gone for seat in self.seats)


class SeatRating(Struct, frozen=True):
    """What a rated game has done to what is believed of whoever had a seat in it."""

    player: str | None
    """A player's id, or the key of one of the server's bots; None for somebody who is forgotten."""
    gone: bool
    """Counted as somebody who did not stay."""
    won: bool
    program: bool
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class RatedEnd(Struct, frozen=True):
    """What a rated game has done to everybody's rating. It follows from the logs of all rated games."""

    n: int
    """Grows from one end to the next: games count in this order, whichever is written first."""
    seats_class: str
    seats: tuple[SeatRating, ...]


class GameEnd(Struct, frozen=True):
    """The end of a game, with its result as the table packs it."""

    game: str
    at: float
    result: bytes
    summary: GameSummary | None = None
    """Written with it. A game that is read back has none: lists have queries of their own."""
    ratings: RatedEnd | None = None
    """The same."""


class SummaryRecord(Struct, frozen=True):
    """The summary of a game that ended without one; None if none can be worked out."""

    game: str
    summary: GameSummary | None


class StoredGame(Struct, frozen=True):
    """A game as it was found in the store; without an end it is unfinished."""

    record: GameRecord
    entries: tuple[Entry, ...]
    end: GameEnd | None = None


class HeldSeat(NamedTuple):
    """A seat that waits for its player in an unfinished game; ``game`` says which is played."""

    table: str
    game: str
    seat: int


class OwnMove(NamedTuple):
    """A decision that a player has asked for and that is in the log of the game at ``table``."""

    request: int
    table: str


class Loss(NamedTuple):
    """A game of which fewer entries are stored than there once were."""

    table: str
    entries: int
    once: int


class Progress:
    """Whether something is done that may take several transactions."""

    done = False


class ForgetPlayer(Struct, frozen=True):
    """A player is to be forgotten; games keep their moves.

    The player has no seat in a game without an end that somebody else has one in, too. Those who have played
    for years are forgotten a few tables at a time, so that nobody has to wait: it is to be written again,
    until it is done.
    """

    player: str
    without: Callable[[str, StoredGame], StoredGame]
    """Gives a game without a player's name and id: the store does not look into what tables pack."""
    tables: int = 1 << 31
    """The games of so many tables in this transaction."""
    progress: Progress = field(default_factory=Progress)


class ImportedBy(Struct, frozen=True):
    """Whose list a game is in that was not played here; written together with the game."""

    game: str
    player: str


class DropImported(Struct, frozen=True):
    """A game that a player has imported is to be removed."""

    game: str
    player: str


Record = (
    PlayerRecord | GameRecord | Entry | GameEnd | SummaryRecord | ForgetPlayer | ImportedBy | DropImported
)
"""Anything that can be written."""
