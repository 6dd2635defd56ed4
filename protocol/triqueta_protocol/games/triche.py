"""Triché's messages: options, actions, views and events. The cards are in ``triche_cards``."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from triqueta_protocol.games import VOCABULARIES, views
from triqueta_protocol.games.triche_cards import CARDS, HAND
from triqueta_protocol.games.vocabulary import Words
from triqueta_protocol.table_events import TableEvent

VOCABULARY: Final = VOCABULARIES["triche"]
SEATS: Final = VOCABULARY.seats
REDRAWS: Final = 3
"""Redraws of a hand in a round of the expansion, at most."""
ENOUGH_TWO_COLOURED: Final = 2
"""Two-coloured cards in a hand that rule out a redraw."""

FACE_DOWN: Final = -1
"""In a cell: a face-down card."""


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of Triché."""

    expansion: bool = False
    """Play with the two-coloured cards."""
    target: Literal[15, 21, 30] = 21
    """Points that end the game after a round."""
    diagonal_conformity: Literal["on", "off"] = "on"
    """Whether a two-coloured card must not spoil a diagonal of another's carré."""
    start: Annotated[int, Meta(ge=0, le=5)] | None = None
    """The seat that starts the first round; None lets the shuffle decide."""


Card = Annotated[int, Meta(ge=0, le=CARDS - 1)]
CarreNumber = Annotated[int, Meta(ge=0, le=5)]
Cell = Annotated[int, Meta(ge=0, le=8)]
HandPlace = Annotated[int, Meta(ge=0, le=HAND - 1)]


class Action(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
    """A decision of a seat."""


class SetUp(Action, frozen=True, tag="set_up"):
    """Lay one of three cards face down in the centre of your own carré, and the two others face up.

    ``cards`` are as they lie, in the order of their ``cells``, which increase.
    """

    centre: Card
    cards: tuple[Card, Card]
    cells: tuple[Cell, Cell]


class Redraw(Action, frozen=True, tag="redraw"):
    """Shuffle cards of the hand into the pile and draw as many; none to keep the hand.

    ``cards`` are places in ``mine.hand``, from 0, which increase.
    """

    cards: Annotated[tuple[HandPlace, ...], Meta(max_length=HAND)]


class Place(Action, frozen=True, tag="place"):
    """Lay a card of the hand, as it is to lie, in a free cell of a carré."""

    card: Card
    carre: CarreNumber
    cell: Cell


class Conquer(Action, frozen=True, tag="conquer"):
    """Swap carrés with the owner of the one you just completed a line in, or decline."""

    yes: bool


class Swap(Action, frozen=True, tag="swap"):
    """Swap your carré, in which another seat had to lay a card that does not fit, for theirs, or decline."""

    yes: bool


AnyAction = SetUp | Redraw | Place | Conquer | Swap


class ScoredLine(Struct, frozen=True, gc=False, array_like=True):
    """A completed line and what it scores: ``[line, points]``."""

    line: int
    points: int


class Choice(views.Choice[AnyAction], frozen=True, omit_defaults=True):
    """A legal action; ``points`` is its immediate effect on the completed lines of the seat's carré."""

    lines: tuple[ScoredLine, ...] = ()
    """The lines without the centre that a placement completes."""
    conquer: bool = False
    """After this placement the carré may be conquered."""
    forced: bool = False
    """The card fits nowhere: the carré's owner may swap."""


class Reach(Struct, frozen=True, gc=False, array_like=True):
    """A carré's points for completed lines, and the most it can still reach: ``[points, most]``."""

    points: int
    most: int
    """An upper bound over all fillings of the free cells and all centres; it may be out of reach."""


class CarreSheet(Struct, frozen=True, gc=False):
    """A carré when its round is over."""

    cells: tuple[int, ...]
    """With the centre open, the better way round."""
    owner: int
    lines: tuple[int, ...]
    """Points of each of the eight lines."""
    points: int


class SeatScore(Struct, frozen=True, gc=False):
    """One line of the final result."""

    total: int
    last_card: int
    """When the seat played its last card, counted from 0: the later one wins a tie."""
    rank: int
    """From 1; no two are equal."""


Cells = tuple[int | None, ...]
"""Nine cells row by row: a card as it lies, None where none lies, ``FACE_DOWN``."""


class LaidCard(Struct, frozen=True, gc=False):
    """A card that a seat has laid."""

    seat: int
    card: int
    carre: int
    cell: int


Phase = Literal["set_up", "redraw", "place", "conquer", "swap", "over"]


class Public(views.PublicView, frozen=True):
    """The public view. Lists by seat and carré are in their order.

    A carré has the number of the seat that built it in this round, not of its owner.
    """

    expansion: bool
    target: int
    diagonals: bool
    """Whether a two-coloured card must not spoil a diagonal of another's carré."""
    round: int
    phase: Phase
    start: int
    """The seat that starts this round."""
    turn: int | None
    """The seat whose turn it is; None while all set up, and when the game is over."""
    carres: tuple[Cells, ...]
    owners: tuple[int, ...]
    """By carré."""
    reach: tuple[Reach, ...]
    """By carré, from the open cards alone."""
    hands: tuple[int, ...]
    """By seat: the number of cards in the hand."""
    pile: int
    redraws: tuple[tuple[int, ...], ...]
    """By seat: the number of cards returned at each redraw of this round; the last entry is 0."""
    last: LaidCard | None
    """The card that was laid last in this round; a conquest or a swap is about its carré."""
    points: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...]
    """By finished round: the points of each seat."""
    sheet: tuple[CarreSheet, ...] = ()
    """The carrés of the round that ended last."""
    scores: tuple[SeatScore, ...] | None = None
    """The final result, when the game is over."""


class Mine(views.OwnView[AnyAction], frozen=True):
    """What one seat sees beyond the public view."""

    choices: tuple[Choice, ...]

    hand: tuple[int, ...]
    """The cards in the hand, not turned, in the order of their numbers."""
    centre: int | None
    """The card that this seat laid face down in the carré it built."""
    laid: Cells
    """The seat's own carré while others still set up theirs; empty otherwise."""


class Chose(TableEvent, frozen=True, tag="chose"):
    """A seat has set up its carré, which is revealed when all have."""

    seat: int


class Opened(TableEvent, frozen=True, tag="opened"):
    """All carrés are set up: by carré, the open cards as ``[cell, card]``."""

    carres: tuple[tuple[tuple[int, int], ...], ...]


class Redrew(TableEvent, frozen=True, tag="redrew"):
    """A seat has shuffled this many cards into the pile and drawn as many; 0: it keeps its hand."""

    seat: int
    count: int


class Placed(TableEvent, frozen=True, tag="placed"):
    """A seat has laid a card."""

    seat: int
    card: int
    carre: int
    cell: int
    lines: tuple[ScoredLine, ...] = ()
    """The lines without the centre that are complete now."""
    forced: bool = False


class Conquered(TableEvent, frozen=True, tag="conquered"):
    """``seat`` has taken ``carre`` from ``owner``, who gets ``former``."""

    seat: int
    carre: int
    owner: int
    former: int


class Spared(TableEvent, frozen=True, tag="spared"):
    """A seat has not conquered the carré it could have."""

    seat: int
    carre: int


class Swapped(TableEvent, frozen=True, tag="swapped"):
    """``seat`` has given ``carre``, spoiled by a forced card, to ``other`` and got ``former`` for it."""

    seat: int
    carre: int
    other: int
    former: int


class Stayed(TableEvent, frozen=True, tag="stayed"):
    """A seat keeps its carré although it could have swapped it."""

    seat: int
    carre: int


class RoundEnded(TableEvent, frozen=True, tag="round_ended"):
    """The centres are turned up and the lines are scored."""

    round: int
    carres: tuple[CarreSheet, ...]
    points: tuple[int, ...]
    """By seat: the points of the round."""


class RoundBegan(TableEvent, frozen=True, tag="round_began"):
    """The next round begins with setting up carrés."""

    round: int
    start: int


AnyEvent = Chose | Opened | Redrew | Placed | Conquered | Spared | Swapped | Stayed | RoundEnded | RoundBegan

WORDS: Final = Words(options=Options, public=Public, mine=Mine, action=AnyAction, event=AnyEvent)
