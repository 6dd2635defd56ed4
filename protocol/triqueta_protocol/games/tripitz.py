"""Tripitz's messages: options, actions, views and events.

Stones and shuffles are in ``tripitz_stones``, the board and the points of figures in ``tripitz_board``.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from triqueta_protocol.games import VOCABULARIES, views
from triqueta_protocol.games.tripitz_board import CELLS, Sum
from triqueta_protocol.games.tripitz_stones import PIECES, RACK, STONES, StartStones
from triqueta_protocol.games.vocabulary import Words
from triqueta_protocol.table_events import TableEvent

VOCABULARY: Final = VOCABULARIES["tripitz"]
SEATS: Final = VOCABULARY.seats
IDLE_TURNS: Final = 3
"""Turns of each seat without a stone laid that end the game."""


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of Tripitz."""

    short: bool = False
    """The game is over when a stone is laid on the edge."""
    jokers: bool = False
    """Play with the four jokers."""
    start_stones: StartStones = "all_different"
    """The stones on the board at the beginning."""
    start_player: Literal["random_able", "best_opening", "race"] = "random_able"
    """Who begins: a random seat that can lay a stone, the one that can score most, or the first to claim."""
    one_figure_per_axis: bool = False
    """A placement scores at most one figure on each line, a quadruple if there is one."""


Stone = Annotated[int, Meta(ge=0, le=STONES - 1)]
Piece = Annotated[int, Meta(ge=0, le=PIECES - 1)]
Cell = Annotated[int, Meta(ge=0, le=CELLS - 1)]


class Action(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
    """A decision of a seat."""


class Place(Action, frozen=True, tag="place"):
    """Lay a stone of the rack in a free cell."""

    stone: Stone
    cell: Cell


class Claim(Action, frozen=True, tag="claim"):
    """In a race: claim the first move by laying a stone.

    It is no ``Place``, so that a claim that comes too late is never taken for an ordinary move.
    """

    stone: Stone
    cell: Cell


class Exchange(Action, frozen=True, tag="exchange"):
    """Draw as many pieces as ``stones`` and put these back into the bag; they increase and may be jokers."""

    stones: Annotated[tuple[Piece, ...], Meta(min_length=1, max_length=RACK)]


class Swap(Action, frozen=True, tag="swap"):
    """Swap a joker for an enclosed stone on the board; the turn goes on."""

    cell: Cell


class SitOut(Action, frozen=True, tag="sit_out"):
    """Pass, because no other action is possible."""


class StandBack(Action, frozen=True, tag="stand_back"):
    """Leave the first move to the others."""


AnyAction = Place | Exchange | Swap | SitOut | Claim | StandBack


class Choice(views.Choice[AnyAction], frozen=True, omit_defaults=True):
    """A legal action. All placements or claims of one stone are one choice, which shows the best of them.

    An exchange is a family over ``stones``, a swap one over ``cell``.
    """

    cells: tuple[int, ...] = ()
    """All cells for the stone, the best first; empty if the one shown is the only one."""
    gains: tuple[int, ...] = ()
    """Its points in each of them."""

    def covers(self, action: Struct) -> bool:
        if self.cells and isinstance(action, Place | Claim) and type(action) is type(self.action):
            return action.stone == self.action.stone and action.cell in self.cells
        return super().covers(action)


class LaidStone(Struct, frozen=True, gc=False):
    """A placement and its points."""

    seat: int
    stone: int
    cell: int
    sum: Sum


class SeatScore(Struct, frozen=True, gc=False):
    """One line of the final result."""

    total: int
    rank: int
    """From 1; seats with equal totals share it."""


Phase = Literal["race", "turn", "over"]
Ending = Literal["all_placed", "stuck", "idle", "edge"]


class Public(views.PublicView, frozen=True):
    """The public view. Lists by seat are in their order."""

    short: bool
    jokers: bool
    one_per_axis: bool
    phase: Phase
    start: int | None
    """The seat that began; None while the first move is raced for."""
    board: tuple[int | None, ...]
    """The piece in each cell, None where there is none."""
    racks: tuple[tuple[int, ...], ...]
    """The pieces of each seat, in the order of their numbers."""
    bag: int
    exchanges: int
    """The number of exchanges, each of which shuffled the bag."""
    points: tuple[int, ...]
    idle: int
    """Turns since a stone was laid."""
    last: LaidStone | None
    """The stone that was laid last."""
    ending: Ending | None = None
    """Why the game is over."""
    scores: tuple[SeatScore, ...] | None = None
    """The final result, when the game is over."""


class Mine(views.OwnView[AnyAction], frozen=True):
    """What one seat sees beyond the public view: its legal actions. Only the bag is secret."""

    choices: tuple[Choice, ...]


class StoodBack(TableEvent, frozen=True, tag="stood_back"):
    """A seat leaves the first move to the others."""

    seat: int


class Started(TableEvent, frozen=True, tag="started"):
    """All seats stood back: the shuffle has chosen this one."""

    seat: int


class Placed(TableEvent, frozen=True, tag="placed"):
    """A seat has laid a stone, and drawn a piece if there was one left."""

    seat: int
    stone: int
    cell: int
    sum: Sum
    drawn: int | None = None
    claimed: bool = False
    """It has won the race for the first move."""


class Exchanged(TableEvent, frozen=True, tag="exchanged"):
    """A seat has drawn pieces and put others back."""

    seat: int
    stones: tuple[int, ...]
    drawn: tuple[int, ...]
    """In the order in which they came."""


class Swapped(TableEvent, frozen=True, tag="swapped"):
    """A seat has taken a stone from the board and left a joker in its place."""

    seat: int
    cell: int
    stone: int
    joker: int


class SatOut(TableEvent, frozen=True, tag="sat_out"):
    """A seat could do nothing."""

    seat: int


class Ended(TableEvent, frozen=True, tag="ended"):
    """No more stones are laid."""

    why: Ending


AnyEvent = StoodBack | Started | Placed | Exchanged | Swapped | SatOut | Ended

WORDS: Final = Words(options=Options, public=Public, mine=Mine, action=AnyAction, event=AnyEvent)
