"""Triqueta's messages: options, actions, views and events; and its animals, points and shuffle."""

import hashlib
import struct
from enum import IntEnum
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from triqueta_protocol.games import VOCABULARIES, views
from triqueta_protocol.games.vocabulary import Words
from triqueta_protocol.table_events import TableEvent


class Animal(IntEnum):
    """The six kinds, ten tokens of each. On the wire an animal is its number."""

    RABBIT = 0
    OWL = 1
    DEER = 2
    BOAR = 3
    RAM = 4
    BEAR = 5


VALUES: Final = (5, 6, 7, 8, 9, 10)
"""By animal: the points of exactly three."""

TRIPLE: Final = 3
"""Three of a kind are a triqueta; each token more spoils it and costs a point."""

KINDS: Final = len(Animal)
TOKENS_OF_A_KIND: Final = 10
TOKENS: Final = KINDS * TOKENS_OF_A_KIND
TOWERS: Final = 4
TOWER_HEIGHT: Final = TOKENS // TOWERS
KEEPS: Final = 2
VOCABULARY: Final = VOCABULARIES["triqueta"]
SEATS: Final = VOCABULARY.seats


def points(animal: int, count: int) -> int:
    """The points of a number of tokens of one animal."""
    if count < TRIPLE:
        return count
    return VALUES[animal] if count == TRIPLE else TRIPLE - count


Variant = Literal["standard", "dorra"]


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of Triqueta."""

    start: Annotated[int, Meta(ge=0, le=4)] | None = None
    """The seat that begins ("the youngest"); None lets the shuffle decide."""
    variant: Variant = "standard"
    """``dorra``: the designer's rule for two, draw two tokens and give them two different uses."""


_EIGHT_BYTES_EACH: Final = struct.Struct("8s" * (TOKENS + 1))
"""Big-endian bytes sort like the numbers, but faster."""

_IN_A_ROW: Final = tuple(token // TOKENS_OF_A_KIND for token in range(TOKENS))


def deal(seed: bytes, seats: int) -> tuple[bytes, int]:
    """The shuffle: sixty animals in drawing order, fifteen for each tower, and the seat that gets the rock.

    488 bytes of SHAKE-256 of the seed are read as 61 unsigned 64-bit numbers, most significant byte first.
    Token ``i`` is animal ``i // 10``. The tokens sorted by their numbers (equal numbers: smaller ``i`` first)
    are the drawing order: the first fifteen are tower 0 from top to bottom, and so on. The last number modulo
    the number of seats is the seat that gets the rock.
    """
    *numbers, last = _EIGHT_BYTES_EACH.unpack(hashlib.shake_256(seed).digest(_EIGHT_BYTES_EACH.size))
    order = bytes([animal for _, animal in sorted(zip(numbers, _IN_A_ROW, strict=True))])
    return order, int.from_bytes(last, "big") % seats


RowNumber = Annotated[int, Meta(ge=0, le=4)]
TowerNumber = Annotated[int, Meta(ge=0, le=3)]


class Action(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
    """A decision of a seat."""


class Draw(Action, frozen=True, tag="draw"):
    """Draw a token from the current tower (in the variant for two: two tokens)."""


class Take(Action, frozen=True, tag="take"):
    """Take a row with all its tokens and drop out of the round."""

    row: RowNumber


class Place(Action, frozen=True, tag="place"):
    """Lay the drawn token in a row."""

    row: RowNumber


class Keep(Action, frozen=True, tag="keep"):
    """Keep the drawn token face down."""


class Box(Action, frozen=True, tag="box"):
    """Put the drawn token into the box, unseen by the others (variant for two only)."""


class ChooseTower(Action, frozen=True, tag="tower"):
    """Choose the next round's tower and get its tree tile."""

    tower: TowerNumber


class Reveal(Action, frozen=True, tag="reveal"):
    """Decide for each of your face-down tokens, in the order of ``mine.face_down``, whether it counts."""

    add: Annotated[tuple[bool, ...], Meta(min_length=1, max_length=KEEPS)]


AnyAction = Draw | Take | Place | Keep | Box | ChooseTower | Reveal


class Change(Struct, frozen=True, gc=False, array_like=True):
    """What happens to one animal of a collection: ``[animal, count before, count after, points]``."""

    animal: int
    before: int
    after: int
    points: int


class Worth(Struct, frozen=True, gc=False):
    """The effect of taking a row on the seat's points."""

    points: int
    split: tuple[Change, ...]


class Choice(views.Choice[AnyAction], frozen=True, omit_defaults=True):
    """A legal action. At the last reveal one choice is marked as the best."""


class SeatScore(Struct, frozen=True, gc=False):
    """One column of the final scoresheet."""

    animals: tuple[int, ...]
    """Points per animal."""
    trees: int
    rock: int
    total: int
    tokens: int
    """The number of animal tokens that count: the tie-break."""
    rank: int
    """1 for the winner or winners."""


class Public(views.PublicView, frozen=True):
    """The public view. Lists by seat, row and tower are in their order."""

    round: int
    phase: Literal["turn", "place", "tower", "reveal", "over"]
    rows: tuple[tuple[int, ...], ...]
    """The animals in each row, like ones together; empty when taken."""
    takers: tuple[int | None, ...]
    """By row: the seat that took it this round."""
    towers: tuple[int, ...]
    """Tokens left in each tower."""
    trees: tuple[bool, ...]
    """Which towers still carry their tree tile."""
    tower: int
    """The current tower."""
    drawn: int
    """Drawn tokens that the seat to move has yet to lay down."""
    collections: tuple[tuple[int, ...], ...]
    """By seat: the number of each animal face up."""
    face_down: tuple[int, ...]
    keeps_left: tuple[int, ...]
    boxed: tuple[int, ...]
    """Tokens put into the box unseen (variant for two)."""
    tree_tiles: tuple[int, ...]
    rock: int
    points: tuple[int, ...]
    """Points so far: face-up animals and tree tiles, after the last round also the rock."""
    scores: tuple[SeatScore, ...] | None = None
    """The final scoresheet, when the game is over."""
    variant: Variant = "standard"


class Mine(views.OwnView[AnyAction], frozen=True):
    """What one seat sees beyond the public view."""

    choices: tuple[Choice, ...]

    drawn: tuple[int, ...]
    """Drawn tokens to lay down; the first is next."""
    face_down: tuple[int, ...]
    boxed: tuple[int, ...]
    worth: tuple[Worth | None, ...]
    """By row: the effect of taking it on the seat's points; None for taken rows."""


class Drew(TableEvent, frozen=True, tag="drew"):
    """A seat drew ``count`` tokens from ``tower``, which holds ``left`` now."""

    seat: int
    tower: int
    left: int
    count: int = 1


class Placed(TableEvent, frozen=True, tag="placed"):
    """A drawn token was laid in a row."""

    seat: int
    row: int
    animal: int


class Kept(TableEvent, frozen=True, tag="kept"):
    """A drawn token was kept face down."""

    seat: int
    keeps_left: int


class Boxed(TableEvent, frozen=True, tag="boxed"):
    """A drawn token went into the box unseen."""

    seat: int


class Took(TableEvent, frozen=True, tag="took"):
    """A seat took a row and is out of the round."""

    seat: int
    row: int
    animals: tuple[int, ...]
    points: int
    """The effect of the row on the seat's points."""


class RoundEnded(TableEvent, frozen=True, tag="round_ended"):
    """The last row was taken: ``seat`` gets the rock; ``unseen`` tokens of the tower went to the box."""

    round: int
    seat: int
    unseen: int


class TowerChosen(TableEvent, frozen=True, tag="tower_chosen"):
    """The rock's holder chose the next tower and got its tree tile; ``round`` begins."""

    seat: int
    tower: int
    round: int


class Decided(TableEvent, frozen=True, tag="decided"):
    """A seat has decided about its face-down tokens; the decision is revealed when all have."""

    seat: int


class Revealed(TableEvent, frozen=True, tag="revealed"):
    """A seat's face-down tokens: the ones that count, and how many went back to the box."""

    seat: int
    added: tuple[int, ...]
    returned: int


AnyEvent = Drew | Placed | Kept | Boxed | Took | RoundEnded | TowerChosen | Decided | Revealed

WORDS: Final = Words(options=Options, public=Public, mine=Mine, action=AnyAction, event=AnyEvent)
