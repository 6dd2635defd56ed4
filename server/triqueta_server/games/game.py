"""The interface between tables and games."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, runtime_checkable

from msgspec import Struct

from triqueta_protocol.errors import RefusalError
from triqueta_protocol.games.views import OwnView, PublicView
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_protocol.table_events import TableEvent


class Position(Protocol):
    """The state of a game. It changes only through ``apply``; same seed and actions, same position.

    Actions are small integers here, so that bots can search; ``Rules`` translates them to and from the wire.
    Several seats may owe a decision at once, a seat may owe one in the middle of another seat's turn, and one
    seat's decision may settle what others owed.
    """

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that owe a decision now, in seat order; empty when the game is over."""

    def legal(self, seat: int) -> Sequence[int]:
        """The legal actions of a seat; none if it owes nothing.

        Any sequence with a fast membership test will do: a family of actions such as "exchange any subset"
        may be a ``range``. On the wire ``triqueta_protocol.games.views.Pick`` describes a family.
        """

    def apply(self, seat: int, action: int, events: list[TableEvent] | None = None) -> None:
        """Apply a legal action. An illegal one raises and changes nothing; ``Rules.refusal`` says why.

        What happened is appended to ``events``; searches omit it.
        """

    def copy(self) -> Self:
        """An independent copy."""


PositionT = TypeVar("PositionT", bound=Position)
PublicT_co = TypeVar("PublicT_co", bound=PublicView, covariant=True)
MineT_co = TypeVar("MineT_co", bound=OwnView[Any], covariant=True)
OptionsT_contra = TypeVar("OptionsT_contra", bound=Struct, contravariant=True)


class Rules(Protocol, Generic[PositionT, PublicT_co, MineT_co, OptionsT_contra]):
    """The rules of a game: its beginning, the wire form of its actions, and what each viewer sees.

    ``public`` has no viewer among its arguments, so it cannot reveal one viewer's secrets to another;
    ``mine`` adds what only one seat may know. Views are the only way in which a position leaves the server.
    """

    vocabulary: Vocabulary

    def check(self, seats: int, options: OptionsT_contra) -> None:
        """Raise ``RefusalError`` (``bad_options``) if this many seats cannot play with these options."""

    def begin(self, seats: int, options: OptionsT_contra, seed: bytes) -> PositionT:
        """The position before the first decision."""

    def read(self, position: PositionT, seat: int, action: dict[str, Any]) -> int:
        """An action from the wire as a number; raises ``RefusalError`` (``bad_action``)."""

    def write(self, position: PositionT, seat: int, action: int) -> dict[str, Any]:
        """A numbered action as it is on the wire and in the store."""

    def refusal(self, position: PositionT, seat: int, action: int) -> RefusalError:
        """Why an action of a seat is illegal; does not change the position."""

    def public(self, position: PositionT) -> PublicT_co:
        """The public view."""

    def mine(self, position: PositionT, seat: int) -> MineT_co:
        """What one seat sees beyond the public view."""

    def shows_chance(self, before: PositionT, seat: int, action: int, after: PositionT, viewer: int) -> bool:
        """Whether an action reveals a random outcome to a viewer: a drawn piece, a new hand, a coin.

        What other players choose, and which of their pieces they play, is not random: they may decide
        otherwise the next time.
        """

    def winners(self, position: PositionT) -> tuple[int, ...]:
        """The winning seats; empty while the game runs."""


class Slip(NamedTuple):
    """A typical mistake, counted in the statistics."""

    seat: int
    word: str
    """The game's word for it, such as ``spoiled``."""


@runtime_checkable
class NotesSlips(Protocol):
    """Rules that recognise mistakes worth counting."""

    def slips(self, position: Any, seat: int, action: int) -> Iterable[Slip]:
        """The mistakes, of any seat, in an action before it is applied; does not change the position."""


AnyRules = Rules[Any, Any, Any, Any]
"""The rules of any game."""
