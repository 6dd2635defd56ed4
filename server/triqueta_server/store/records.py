"""The records of the store: players, games, and the log of everything that happened in a game."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field


class Credential(NamedTuple):
    """What a client proves to have."""

    kind: Literal["key", "token"]
    value: bytes
    """A public key, or the SHA-256 of a token."""


class PlayerRecord(Struct, frozen=True):
    """A player, and one of the player's credentials."""

    id: str
    credential: Credential
    name: str
    seen_at: float


class GameRecord(Struct, frozen=True):
    """The beginning of a game. With its entries in order it is the whole game."""

    id: str
    table: str
    game: str
    number: int
    begun_at: float
    seed: bytes
    salt: bytes
    setup: bytes
    """The table's set-up, packed by the table; opaque to the store."""
    players: tuple[str | None, ...] = ()
    """The player of each seat, ``None`` where a bot began."""


class RoomRecord(Struct, frozen=True):
    """A table that waits for players, in place of what was stored of it before; its next game removes it."""

    table: str
    game: str
    games: int
    """The number of games that have begun at the table."""
    setup: bytes
    """Like a game's."""


class RoomClosed(Struct, frozen=True):
    """The end of a table that waited for players."""

    table: str


class Entry(Struct, frozen=True, gc=False):
    """One entry of a game's log, numbered from 1 without gaps. Entries are never changed."""

    game: str
    n: int
    at: float
    kind: Literal["move", "seat", "host", "takeback"]
    seat: int
    player: str | None
    request: int | None
    body: bytes
    client: bytes = b""
    """The client that sent the request."""


class SeatResult(Struct, frozen=True):
    """The result of one seat."""

    player: str | None
    """The player who sat down there; None for a bot or a deleted player."""
    name: str
    """Empty for a deleted player."""
    level: str | None = None
    """The level of the bot that sat down there."""
    program: bool = False
    """Whether the player was a connected program."""
    gone: bool = False
    """Whether a stand-in bot played at the end."""
    points: int = 0
    place: int = 1
    slips: dict[str, int] = {}
    """The game's own words for mistakes, and their numbers."""


class GameSummary(Struct, frozen=True):
    """A finished game for lists and statistics. It follows from the game's log."""

    seats: tuple[SeatResult, ...]
    options: dict[str, Any] = {}
    rated: bool = False
    practice: bool = False
    coach: bool = False
    series: str | None = None
    """The series of games it belongs to."""
    series_number: int | None = None

    @property
    def abandoned(self) -> bool:
        return any(seat.gone for seat in self.seats)


class SeatRating(Struct, frozen=True):
    """What a rated game did to the rating of one seat."""

    player: str | None
    """A player's id, or the key of one of the server's bots; None for a deleted player."""
    gone: bool
    """Whether it counts as having left the game."""
    won: bool
    program: bool
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class RatedEnd(Struct, frozen=True):
    """What a rated game did to all ratings. It follows from the logs of all rated games."""

    n: int
    """Increases with each end: games count in this order, whichever is written first."""
    seats_class: str
    seats: tuple[SeatRating, ...]


class GameEnd(Struct, frozen=True):
    """The end of a game, with its result packed by the table."""

    game: str
    at: float
    result: bytes
    summary: GameSummary | None = None
    """Only for writing: lists have queries of their own."""
    ratings: RatedEnd | None = None
    """For writing, and read only by ``Store.last_games``."""
    unseen: tuple[str, ...] = ()
    """Only for writing: the players who were away."""


class SeenResults(Struct, frozen=True):
    """The results of these games that a player has seen."""

    player: str
    games: tuple[str, ...]


class GameSleep(Struct, frozen=True):
    """Whether an unfinished game sleeps, in place of what was stored of that before. No part of its log."""

    game: str
    until: float | None
    """When it is removed, if no player is back by then; None while it is awake."""
    state: bytes
    """Packed by the table; opaque to the store."""


class DropExpired(Struct, frozen=True):
    """A request to remove the games that have slept for too long."""

    now: float


class StoredGame(Struct, frozen=True):
    """A game as read from the store; without an end it is unfinished."""

    record: GameRecord
    entries: tuple[Entry, ...]
    end: GameEnd | None = None
    sleep: GameSleep | None = None

    @property
    def last_at(self) -> float:
        """When something happened in it last."""
        return self.entries[-1].at if self.entries else self.record.begun_at


class HeldSeat(NamedTuple):
    """A player's seat in an unfinished game; ``game`` is the kind of game."""

    table: str
    game: str
    seat: int


class HeldGame(NamedTuple):
    """An unfinished game of a player."""

    table: str
    game: str
    seat: int
    setup: bytes
    sleep: bytes | None
    last_at: float


class OwnMove(NamedTuple):
    """A player's request that is in the log of the game at ``table``."""

    request: int
    table: str
    client: bytes = b""


class Loss(NamedTuple):
    """A game that has fewer entries than it had before."""

    table: str
    entries: int
    before: int


class Progress:
    """Whether a deletion, which may take several transactions, is done."""

    done = False


class DeletePlayer(Struct, frozen=True):
    """A request to delete a player; games keep their moves.

    The player must have no seat in an unfinished game with other people. A player of many games is deleted a
    few tables at a time, so that no other write has to wait long: write it again until it is done.
    """

    player: str
    without: Callable[[str, StoredGame], StoredGame]
    """Returns a game without the player's name and id, as packed data is opaque to the store."""
    tables: int = 1 << 31
    """The number of tables whose games are rewritten in one transaction."""
    progress: Progress = field(default_factory=Progress)


class ImportedBy(Struct, frozen=True):
    """The player who imported a game; written together with the game."""

    game: str
    player: str


class DropImported(Struct, frozen=True):
    """A request to remove a game that a player has imported."""

    game: str
    player: str


Record = (
    PlayerRecord
    | RoomRecord
    | RoomClosed
    | GameRecord
    | Entry
    | GameEnd
    | GameSleep
    | SeenResults
    | DropExpired
    | DeletePlayer
    | ImportedBy
    | DropImported
)
"""Anything that can be written."""
