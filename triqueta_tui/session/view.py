"""The view model of a table: what one viewer sees at one moment."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import Struct

from triqueta_protocol.events import Room
from triqueta_protocol.games.views import OwnView, PublicView
from triqueta_protocol.mirror import Mirror
from triqueta_tui.locale import say

PublicT = TypeVar("PublicT", bound=PublicView)
MineT = TypeVar("MineT", bound=OwnView[Any])


@dataclass(frozen=True)
class Replayed(Generic[MineT]):
    """What a view of a finished game has besides: who looks at it now, and what was hidden then."""

    reader: int | None
    """The viewer's own seat in the game, from whatever seat it is seen now; None for a watcher."""
    mines: tuple[MineT, ...] = ()
    """What each seat saw, if all is to be open."""
    seed: bytes = b""
    """Of the shuffle, if all is to be open."""
    story: tuple[Struct, ...] = ()
    """What had happened by then, if all is to be open."""


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
    replayed: Replayed[MineT] | None = None
    """In a replay only."""
    solo: bool = False
    """Whether the table is on a server that is only for the people at this terminal."""

    @classmethod
    def of(cls, mirror: Mirror, *, solo: bool = False) -> "TableView[Any, Any] | None":
        """None before the first game at the table."""
        if mirror.public is None:
            return None
        public: Any = mirror.public
        mine: Any = mirror.mine
        return cls(mirror.table, mirror.room, public, mine, mirror.seat, mirror.you, solo=solo)

    @property
    def names(self) -> tuple[str, ...]:
        """In the order of the seats."""
        return tuple(seat.name for seat in self.room.seats)

    @property
    def reader(self) -> int | None:
        """The seat that is called "you"."""
        return self.seat if self.replayed is None else self.replayed.reader

    @property
    def own(self) -> bool:
        """Whether it is seen from the viewer's own seat: always, but in a replay."""
        return self.seat is not None and self.seat == self.reader

    @property
    def first(self) -> int:
        """The seat with which lists begin: the viewer's own."""
        return (self.seat if self.opened is None else self.reader) or 0

    @property
    def opened(self) -> Replayed[MineT] | None:
        """What was hidden at this moment of a finished game, if all is to be open."""
        return self.replayed if self.replayed is not None and self.replayed.mines else None

    def who(self, seat: int) -> str:
        """The seat's name, or "you" for the reader's own."""
        return say("log.you") if seat == self.reader else self.names[seat]

    def subject(self, seat: int) -> str:
        """How a sentence begins about what a seat has done: the name or "you", in German with its verb."""
        if seat == self.reader:
            return say("log.subject.you")
        return say("log.subject.other", name=self.names[seat])

    @property
    def my_turn(self) -> bool:
        """Whether this viewer owes a decision, in a game that is not stopped."""
        return self.seat is not None and self.seat in self.public.owing and self.room.asleep is None

    @property
    def over(self) -> bool:
        return not self.public.owing

    @property
    def hosting(self) -> bool:
        """Whether the host is at this terminal: in a game on this machine, whichever player sits there."""
        return self.solo or (self.seat is not None and self.room.seats[self.seat].player == self.room.host)

    @property
    def company(self) -> bool:
        """Whether there is anybody to talk to."""
        people = len(self.room.watchers) + sum(seat.kind == "player" for seat in self.room.seats)
        return self.replayed is None and people > 1


AnyView = TableView[Any, Any]
