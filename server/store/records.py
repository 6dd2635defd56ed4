"""The records of the store: players, games, and the log of everything that happened in a game."""

from typing import Literal, NamedTuple

from msgspec import Struct


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


class GameEnd(Struct, frozen=True):
    """The end of a game, with its result as the table packs it."""

    game: str
    at: float
    result: bytes


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


Record = PlayerRecord | GameRecord | Entry | GameEnd
"""Anything that can be written."""
