"""The seats of a table: their owners and bots, who of them is there, and who is the host."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from msgspec import Struct, structs

from triqueta_protocol.errors import Code
from triqueta_protocol.events import SeatInfo
from triqueta_server.tables.state.player import Player

Status = Literal["waiting", "playing", "over"]
"""Of a table."""

REFUSED_IN: Final[Mapping[Status, Code]] = {
    "waiting": Code.NO_GAME,
    "playing": Code.GAME_RUNNING,
    "over": Code.GAME_OVER,
}
"""The refusal of a request that needs another status, by the table's status."""

_SLACK: Final = 0.001
"""A timer may fire a hair early."""


class Seat(Struct, frozen=True, eq=False):
    """A taken seat: it has an owner or a bot. Open seats are only counted."""

    name: str
    owner: Player | None = None
    bot: str | None = None
    """The level of the bot that plays, if one does."""
    ready: bool = False
    gone_since: float | None = None
    """When the owner's link was lost; None while present."""
    left: bool = False
    """The owner got up in the middle of a game and may come back."""
    kept: bool = False
    """The owner has stopped for tonight: until they are back no clock runs, and no bot fills in unasked."""
    timeouts: int = 0
    """Decisions in a row that the clock took away."""

    @property
    def owner_id(self) -> str | None:
        return self.owner.id if self.owner is not None else None

    @property
    def present(self) -> bool:
        return self.owner is not None and self.gone_since is None

    def is_missed(self, status: Status) -> bool:
        """Whether the others wait for an absent owner: no bot plays, or the game has not begun."""
        waited_for = status == "waiting" or (status == "playing" and self.bot is None)
        return self.gone_since is not None and waited_for

    def info(self) -> SeatInfo:
        if self.owner is None:
            return SeatInfo(kind="bot", name=self.name, level=self.bot, ready=True, present=True)
        return SeatInfo(
            kind="player",
            name=self.name,
            player=self.owner.id,
            level=self.bot,
            ready=self.ready,
            present=self.present,
            bot=self.owner.bot,
        )


class Presence(Struct, frozen=True, eq=False):
    seats: tuple[Seat, ...] = ()
    """Taken seats only, in order."""
    host: Player | None = None
    attended_since: float = 0.0
    """Since when a player has been present. Grace times count from here at the earliest."""

    @property
    def attended(self) -> bool:
        return any(seat.present for seat in self.seats)

    def seat_of(self, player: Player) -> int | None:
        return next((at for at, seat in enumerate(self.seats) if seat.owner is player), None)

    def grace_left(self, seat: Seat, grace: float, now: float) -> float:
        """How many seconds the others still have to wait for an absent owner."""
        assert seat.gone_since is not None
        left = max(seat.gone_since, self.attended_since) + grace - now
        return left if left > _SLACK else 0.0

    def attend(self, now: float) -> "Presence":
        """Before a player comes (back) to a seat."""
        return self if self.attended else structs.replace(self, attended_since=now)

    def add(self, seat: Seat) -> "Presence":
        """With one more seat; the first player is the host."""
        return structs.replace(self, seats=(*self.seats, seat), host=self.host or seat.owner)

    def remove(self, at: int) -> "Presence":
        """Without a seat; those behind it move up."""
        return structs.replace(self, seats=self.seats[:at] + self.seats[at + 1 :])

    def change(self, at: int, **changes: Any) -> "Presence":
        """With another value of a seat."""
        changed = structs.replace(self.seats[at], **changes)
        return structs.replace(self, seats=(*self.seats[:at], changed, *self.seats[at + 1 :]))

    def with_seats(self, seats: Iterable[Seat]) -> "Presence":
        return structs.replace(self, seats=tuple(seats))

    def with_host(self, host: Player | None) -> "Presence":
        return structs.replace(self, host=host)
