"""The view model of a table: what one viewer sees at one moment."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from protocol.events import Room
from protocol.games.views import OwnView, PublicView
from protocol.mirror import Mirror
from triqueta_tui.locale import say

PublicT = TypeVar("PublicT", bound=PublicView)
MineT = TypeVar("MineT", bound=OwnView[Any])


@dataclass(frozen=True)
class TableView(Generic[PublicT, MineT]):
    """The typed views of a mirror, for a game that has begun."""

    table: str
    room: Room
    public: PublicT
    mine: MineT | None
    """None for a watcher."""
    seat: int | None
    you: str = ""
    """The viewer's player id."""

    @classmethod
    def of(cls, mirror: Mirror) -> "TableView[Any, Any] | None":
        """None before the first game at the table."""
        if mirror.public is None:
            return None
        return cls(mirror.table, mirror.room, mirror.public, mirror.mine, mirror.seat, mirror.you)  # type: ignore[arg-type]

    @property
    def names(self) -> tuple[str, ...]:
        """In the order of the seats."""
        return tuple(seat.name for seat in self.room.seats)

    def who(self, seat: int) -> str:
        """The seat's name, or "you" for the viewer's own."""
        return say("log.you") if seat == self.seat else self.names[seat]

    def subject(self, seat: int) -> str:
        """How a sentence begins about what a seat has done: the name or "you", in German with its verb."""
        if seat == self.seat:
            return say("log.subject.you")
        return say("log.subject.other", name=self.names[seat])

    @property
    def my_turn(self) -> bool:
        """Whether this viewer owes a decision."""
        return self.seat is not None and self.seat in self.public.owing

    @property
    def over(self) -> bool:
        return not self.public.owing

    @property
    def hosting(self) -> bool:
        return self.seat is not None and self.room.seats[self.seat].player == self.room.host

    @property
    def company(self) -> bool:
        """Whether there is anybody to talk to."""
        return len(self.room.watchers) + sum(seat.kind == "player" for seat in self.room.seats) > 1


AnyView = TableView[Any, Any]
