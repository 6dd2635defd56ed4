"""What every game gives the table."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, runtime_checkable

from msgspec import Struct

from protocol.errors import Refusal
from protocol.games.views import OwnView, PublicView
from protocol.games.vocabulary import Vocabulary
from protocol.happenings import Happening


class Position(Protocol):
    """A game at one moment. It changes only through ``apply``; same seed and same actions, same position.

    Actions are small integers here, so that bots can search; ``Rules`` translates them to and from the wire.
    Several seats may owe a decision at once, a seat may owe one in the middle of another seat's turn, and one
    seat's decision may settle what others owed.
    """

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that owe a decision now, in seat order; empty when the game is over."""

    def legal(self, seat: int) -> Sequence[int]:
        """The actions open to a seat now; none if it owes nothing.

        Any sequence will do whose membership test is cheap: a family of actions such as "exchange any subset"
        may be a ``range``. On the wire ``protocol.games.views.Pick`` describes a family.
        """

    def apply(self, seat: int, action: int, tell: list[Happening] | None = None) -> None:
        """Carry out a legal action. Any other raises and changes nothing; ``Rules.refusal`` says why.

        What happened is appended to ``tell``; searches leave it out.
        """

    def copy(self) -> Self:
        """A position that can be played on without touching this one."""


PositionT = TypeVar("PositionT", bound=Position)
PublicT_co = TypeVar("PublicT_co", bound=PublicView, covariant=True)
MineT_co = TypeVar("MineT_co", bound=OwnView[Any], covariant=True)
OptionsT_contra = TypeVar("OptionsT_contra", bound=Struct, contravariant=True)


class Rules(Protocol, Generic[PositionT, PublicT_co, MineT_co, OptionsT_contra]):
    """One game: how it begins, how its actions are written, and what each viewer sees of it.

    ``public`` has no viewer among its arguments, so it cannot tell one viewer's secrets to another;
    ``mine`` adds what one seat alone may know. Together they are the only way out of a position.
    """

    vocabulary: Vocabulary

    def check(self, seats: int, options: OptionsT_contra) -> None:
        """Raise ``Refusal`` (``bad_options``) if this many seats cannot play with these options."""

    def begin(self, seats: int, options: OptionsT_contra, seed: bytes) -> PositionT:
        """The position before the first decision."""

    def read(self, position: PositionT, seat: int, action: dict[str, Any]) -> int:
        """An action from the wire as a number, or ``Refusal`` (``bad_action``)."""

    def write(self, position: PositionT, seat: int, action: int) -> dict[str, Any]:
        """A numbered action as it looks on the wire and in the store."""

    def refusal(self, position: PositionT, seat: int, action: int) -> Refusal:
        """Why an action is not open to a seat. The position stays as it is."""

    def public(self, position: PositionT) -> PublicT_co:
        """What everybody sees."""

    def mine(self, position: PositionT, seat: int) -> MineT_co:
        """What one seat sees beyond that."""

    def shows_chance(self, before: PositionT, seat: int, action: int, after: PositionT, viewer: int) -> bool:
        """Whether an action of a seat lets a viewer see something new that chance has decided.

        That is a piece drawn by the viewer, or by somebody else and laid openly, a new hand, a coin. What the
        others choose, and which of their pieces they play, is no chance: they may decide otherwise next time.
        """

    def winners(self, position: PositionT) -> tuple[int, ...]:
        """Who has won; empty while the game runs."""


class Slip(NamedTuple):
    """A mistake that this game's players know well, and have counted for them."""

    seat: int
    word: str
    """The game's own, such as ``spoiled``."""


@runtime_checkable
class NotesSlips(Protocol):
    """What rules may have beyond ``Rules``: they know mistakes that are worth counting."""

    def slips(self, position: Any, seat: int, action: int) -> Iterable[Slip]:
        """The mistakes that show in an action which a seat is about to carry out; also those of other seats.

        The position stays as it is.
        """


AnyRules = Rules[Any, Any, Any, Any]
"""Rules of whatever game a table plays."""
