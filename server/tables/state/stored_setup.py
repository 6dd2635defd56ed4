"""What is stored of a table when a game begins, enough to set it up again after a crash."""

from typing import Any

from msgspec import Struct

from protocol.requests import Substitute, TableRules
from server.tables.state.series import Series


class SetupSeat(Struct, frozen=True):
    """Who sat down to play: an owner's player id, or the level of a bot."""

    name: str
    owner: str | None
    bot: str | None
    program: bool = False
    """The owner said to be a program and no person."""


class Setup(Struct, frozen=True):
    rules: TableRules
    options: dict[str, Any]
    seats: tuple[SetupSeat, ...]
    host: str | None
    password: bytes | None
    seeded: str | None
    banned: tuple[str, ...] = ()
    """Players sent away before the game began."""
    nobody_new: bool = False
    """The host let in only people who were there."""
    invitation: str | None = None
    coach: bool = False
    substitute: Substitute = "auto"
    practice: bool = False
    rated: bool = False
    series: Series | None = None
    """As it stood when the game began: the game is number ``len(series.games) + 1`` of it."""

    @property
    def alone(self) -> int | None:
        """The seat of the only person, where nobody can come to watch, no clock runs and nothing counts."""
        if self.rated:
            return None
        people = [at for at, seat in enumerate(self.seats) if seat.owner is not None]
        watched = self.rules.watchers or not self.rules.private
        return people[0] if len(people) == 1 and not watched and self.rules.clock is None else None


def played_less_than_bots(own: int, all_of_them: int, seat: SetupSeat) -> bool:
    """Whether bots have taken more of a seat's decisions than its owner has."""
    return seat.owner is not None and 2 * own < all_of_them
