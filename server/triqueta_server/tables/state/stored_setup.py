"""What is stored of a table when a game begins, enough to restore it after a crash."""

from typing import Any

from msgspec import Struct

from triqueta_protocol.settings import TableSettings
from triqueta_server.tables.state.series import Series


class SetupSeat(Struct, frozen=True):
    """A seat at the start of a game: the id of its owner, or the level of a bot."""

    name: str
    owner: str | None
    bot: str | None
    program: bool = False
    """The owner is a program without a person."""


class Setup(Struct, frozen=True):
    settings: TableSettings
    options: dict[str, Any]
    seats: tuple[SetupSeat, ...]
    host: str | None
    password: bytes | None
    banned: tuple[str, ...] = ()
    """Players sent away before the game began."""
    nobody_new: bool = False
    """The host let in only people who were there."""
    series: Series | None = None
    """As it stood when the game began: the game is number ``len(series.games) + 1`` of it."""

    @property
    def alone(self) -> int | None:
        """The seat of the only person, at a table without watchers, clock and rating."""
        if self.settings.rated:
            return None
        people = [at for at, seat in enumerate(self.seats) if seat.owner is not None]
        watched = self.settings.watchers or not self.settings.private
        return people[0] if len(people) == 1 and not watched and self.settings.clock is None else None


def played_less_than_bots(own: int, all_of_them: int, seat: SetupSeat) -> bool:
    """Whether bots have taken more of a seat's decisions than its owner has."""
    return seat.owner is not None and 2 * own < all_of_them
