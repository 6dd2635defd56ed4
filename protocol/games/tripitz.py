"""Tripitz's words: its options, actions, views and happenings.

Stones and shuffles are in ``tripitz_stones``, the board and what figures score in ``tripitz_board``.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from protocol.games import VOCABULARIES, views
from protocol.games.tripitz_board import CELLS, Sum
from protocol.games.tripitz_stones import PIECES, RACK, STONES, StartStones
from protocol.games.vocabulary import Words
from protocol.happenings import Happening

VOCABULARY: Final = VOCABULARIES["tripitz"]
SEATS: Final = VOCABULARY.seats
IDLE_TURNS: Final = 3
"""After so many turns of each seat without a stone laid the game is over."""


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What can be chosen about a game of Tripitz."""

    short: bool = False
    """The game is over when a stone is laid on the edge."""
    jokers: bool = False
    """Play with the four jokers."""
    start_stones: StartStones = "all_different"
    """Which stones lie on the board at the beginning."""
    start_player: Literal["random_able", "best_opening", "race"] = "random_able"
    """Who begins: somebody who can lay a stone, who could score most with it, or who is first to do so."""
    one_figure_per_axis: bool = False
    """A placement is paid for one figure of each line at most, a quadruple if there is one."""


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
    """Draw as many pieces as given and put these back into the bag; ``stones`` increase and may be jokers."""

    stones: Annotated[tuple[Piece, ...], Meta(min_length=1, max_length=RACK)]


class Swap(Action, frozen=True, tag="swap"):
    """Lay a joker in the place of a stone in the midst of the others and take that; the turn goes on."""

    cell: Cell


class SitOut(Action, frozen=True, tag="sit_out"):
    """Do nothing in this turn, because nothing is possible."""


class StandBack(Action, frozen=True, tag="stand_back"):
    """Leave the first move to the others."""


AnyAction = Place | Exchange | Swap | SitOut | Claim | StandBack


class Choice(views.Choice[AnyAction], frozen=True, omit_defaults=True):
    """What a seat may do. The placements or claims with one stone are one choice that shows the best of them.

    An exchange is a family over ``stones``, a swap one over ``cell``.
    """

    cells: tuple[int, ...] = ()
    """All cells in which the stone may be laid, the best first; empty if there is only the one shown."""
    gains: tuple[int, ...] = ()
    """What it scores in each of them."""

    def covers(self, action: Struct) -> bool:
        if self.cells and isinstance(action, Place | Claim) and type(action) is type(self.action):
            return action.stone == self.action.stone and action.cell in self.cells
        return super().covers(action)


class LaidStone(Struct, frozen=True, gc=False):
    """A stone that a seat has laid, and what it has scored."""

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
    """The game as everybody sees it. Lists over seats are in their order."""

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
    """How often stones were exchanged, and so the bag shuffled."""
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
    """What one seat is told beyond the public view: what it may do. Tripitz has no secrets but the bag."""

    choices: tuple[Choice, ...]


class StoodBack(Happening, frozen=True, tag="stood_back"):
    """A seat leaves the first move to the others."""

    seat: int


class Started(Happening, frozen=True, tag="started"):
    """Nobody wanted the first move: the shuffle has chosen this seat."""

    seat: int


class Placed(Happening, frozen=True, tag="placed"):
    """A seat has laid a stone, and drawn a piece if there was one left."""

    seat: int
    stone: int
    cell: int
    sum: Sum
    drawn: int | None = None
    claimed: bool = False
    """It has won the race for the first move."""


class Exchanged(Happening, frozen=True, tag="exchanged"):
    """A seat has drawn pieces and put others back."""

    seat: int
    stones: tuple[int, ...]
    drawn: tuple[int, ...]
    """In the order in which they came."""


class Swapped(Happening, frozen=True, tag="swapped"):
    """A seat has taken a stone from the board and left a joker in its place."""

    seat: int
    cell: int
    stone: int
    joker: int


class SatOut(Happening, frozen=True, tag="sat_out"):
    """A seat could do nothing."""

    seat: int


class Ended(Happening, frozen=True, tag="ended"):
    """No more stones are laid."""

    why: Ending


AnyHappening = StoodBack | Started | Placed | Exchanged | Swapped | SatOut | Ended

WORDS: Final = Words(options=Options, public=Public, mine=Mine, action=AnyAction, happening=AnyHappening)
