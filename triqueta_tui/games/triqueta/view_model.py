"""One table as one viewer sees it at one moment: what all parts of the screen are drawn from."""

from dataclasses import dataclass

from protocol.events import Room
from protocol.games.triqueta import Mine, Public
from protocol.mirror import Mirror
from triqueta_tui.games.triqueta.log_text import LogText


@dataclass(frozen=True)
class TableView:
    """The typed views of a mirror, for a game that has begun."""

    table: str
    room: Room
    public: Public
    mine: Mine | None
    seat: int | None

    @classmethod
    def of(cls, mirror: Mirror) -> "TableView | None":
        """What a mirror of a game of Triqueta shows; None before the first game at the table."""
        if not isinstance(mirror.public, Public):
            return None
        mine = mirror.mine if isinstance(mirror.mine, Mine) else None
        return cls(mirror.table, mirror.room, mirror.public, mine, mirror.seat)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in the order of their seats."""
        return tuple(seat.name for seat in self.room.seats[: len(self.public.collections)])

    @property
    def log_text(self) -> LogText:
        """Who puts into words what happens here."""
        return LogText(self.names, self.seat)

    @property
    def my_turn(self) -> bool:
        """Whether this viewer owes a decision."""
        return self.seat is not None and self.seat in self.public.owing

    @property
    def out(self) -> bool:
        """Whether this viewer has dropped out of the round."""
        return self.seat is not None and self.seat in self.public.takers

    @property
    def hosting(self) -> bool:
        """Whether this viewer is the table's host."""
        return self.seat is not None and self.room.seats[self.seat].player == self.room.host

    @property
    def company(self) -> bool:
        """Whether there is anybody to talk to."""
        return len(self.room.watchers) + sum(seat.kind == "player" for seat in self.room.seats) > 1
