"""Parley's words."""

import hashlib
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from triqueta_protocol.games import views
from triqueta_protocol.games.vocabulary import Vocabulary, Words
from triqueta_protocol.table_events import TableEvent

GIFTS: Final = 5
"""Gifts that everybody has to offer in each round, numbered by their worth."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=4)] = 2


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A decision."""


class Offer(Action, frozen=True, tag="offer"):
    """In secret: put one to three gifts into the pot."""

    gifts: Annotated[tuple[int, ...], Meta(min_length=1, max_length=3)]


class Ask(Action, frozen=True, tag="ask"):
    """The speaker asks another seat to share the pot."""

    seat: Annotated[int, Meta(ge=0, le=5)]


class Answer(Action, frozen=True, tag="answer"):
    """The seat that was asked shares it, or lets chance decide who gets it all."""

    share: bool


AnyAction = Offer | Ask | Answer


class Choice(views.Choice[AnyAction], frozen=True, omit_defaults=True):
    """What a seat may do."""


class Public(views.PublicView, frozen=True):
    round: int
    phase: Literal["offer", "ask", "answer", "over"]
    speaker: int
    asked: int | None
    pot: int
    points: tuple[int, ...]


class Mine(views.OwnView[AnyAction], frozen=True):
    choices: tuple[Choice, ...]
    offered: tuple[int, ...]
    """What this seat has put into the pot, which nobody else knows before all have."""


class Offered(TableEvent, frozen=True, tag="offered"):
    """A seat has put something into the pot."""

    seat: int


class Asked(TableEvent, frozen=True, tag="asked"):
    seat: int
    asked: int
    pot: int


class Settled(TableEvent, frozen=True, tag="settled"):
    """The pot went to these seats."""

    seats: tuple[int, ...]
    pot: int


AnyEvent = Offered | Asked | Settled


def coin(seed: bytes, number: int) -> int:
    """What the committed seed says for the so-manieth coin: 0 or 1."""
    return hashlib.shake_256(seed + bytes([number])).digest(1)[0] & 1


VOCABULARY: Final = Vocabulary(
    game="parley",
    seats=range(2, 7),
    levels=("meek", "bold"),
    stand_in="meek",
    module=__name__,
)
WORDS: Final = Words(options=Options, public=Public, mine=Mine, action=AnyAction, event=AnyEvent)
