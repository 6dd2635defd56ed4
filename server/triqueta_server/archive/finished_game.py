"""A finished game, from the store or from a file: set-up, shuffle, and decisions."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from triqueta_protocol.settings import ClockRule, TableSettings


class PlayedSeat(Struct, frozen=True, omit_defaults=True):
    """The player or bot on a seat when the game began."""

    name: Annotated[str, Meta(max_length=64)]
    """Empty for a deleted player."""
    level: Annotated[str, Meta(max_length=24)] | None = None
    """The level of a bot of the server."""
    bot: bool = False
    """Whether the player was a connected program."""
    gone: bool = False
    """Whether a stand-in bot played at the end."""


class TableFacts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings of the table that are stored with the game."""

    number: Annotated[int, Meta(ge=1, le=2**31)] = 1
    """The number of the game at its table."""
    clock: ClockRule | None = None
    coach: bool = False
    practice: bool = False
    seeded: Annotated[str, Meta(max_length=64)] | None = None

    def settings(self, seats: int) -> TableSettings:
        """The settings of a table for this game alone."""
        return TableSettings(
            seats=seats,
            clock=self.clock,
            coach=self.coach,
            watchers=False,
            private=True,
            practice=self.practice,
            seed=self.seeded or None,
        )


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
    """Without those that were undone."""
    winners: tuple[int, ...]
    facts: TableFacts = TableFacts()
    imported: bool = False
    rated: bool = False
    """Not in files, where it could be forged."""

    @property
    def abandoned(self) -> bool:
        return any(seat.gone for seat in self.seats)
