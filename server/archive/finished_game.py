"""A game that is over, from the store or from a file: set-up, shuffle, and the decisions that counted."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from protocol.requests import ClockRule


class PlayedSeat(Struct, frozen=True, omit_defaults=True):
    """Who had a seat when the game began."""

    name: Annotated[str, Meta(max_length=64)]
    """Empty if nobody is to know any more."""
    level: Annotated[str, Meta(max_length=24)] | None = None
    """Of one of the server's bots."""
    bot: bool = False
    """A program that somebody had connected."""
    gone: bool = False
    """At the end a bot played for the player."""


class TableFacts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What else was agreed at the table."""

    number: Annotated[int, Meta(ge=1, le=2**31)] = 1
    """Which game of the table it was."""
    clock: ClockRule | None = None
    coach: bool = False
    practice: bool = False
    seeded: Annotated[str, Meta(max_length=64)] | None = None


class Decision(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    at: Annotated[int, Meta(ge=0, le=2**53)]
    """Milliseconds since the game began."""
    seat: Annotated[int, Meta(ge=0, le=15)]
    action: dict[str, Any]


class FinishedGame(Struct, frozen=True):
    id: str
    game: str
    begun_at: float
    ended_at: float
    seats: tuple[PlayedSeat, ...]
    options: dict[str, Any]
    seed: bytes
    salt: bytes
    decisions: tuple[Decision, ...]
    """Without those that were taken back."""
    winners: tuple[int, ...]
    facts: TableFacts = TableFacts()
    imported: bool = False
    rated: bool = False
    """Not in files: anybody could say so."""

    @property
    def abandoned(self) -> bool:
        return any(seat.gone for seat in self.seats)
