"""Advice about a decision: from a view to what each action promises, and a reason for the best."""

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from triqueta_protocol.advice import Advice, Promise
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games import VOCABULARIES
from triqueta_server.bots import COACHES
from triqueta_server.bots.choose import Plain
from triqueta_server.bots.coach import Coach, Option

MOST: Final = 12
"""Actions in an advice, at most."""


def advise(game: str, public: Struct | Plain, mine: Struct | Plain, seat: int, rng: Random) -> Advice:
    """Return advice for a seat that owes a decision, or refuse if the game has no coach.

    Views may be typed or plain maps as on the wire. The same view and the same state of ``rng`` give the same
    advice.
    """
    if game not in COACHES:
        raise RefusalError(Code.COACH_OFF)
    words, coach = VOCABULARIES[game].words, COACHES[game]
    seen = public if isinstance(public, Struct) else msgspec.convert(public, words.public)
    own = mine if isinstance(mine, Struct) else msgspec.convert(mine, words.mine)
    return advice_of(coach, seen, own, seat, coach.weigh(seen, own, seat, rng))


def advice_of(
    coach: Coach, public: Struct, mine: Struct, seat: int, weighed: Sequence[Option], most: int = MOST
) -> Advice:
    """A coach's advice from options that were weighed already."""
    options = _in_order(weighed, seat)
    promises = tuple(_promise(option, seat) for option in options[:most])
    return Advice(promises, coach.explain(public, mine, seat, options))


def _in_order(options: Sequence[Option], seat: int) -> list[Option]:
    """The expert's choice first, then the others by what they promise."""
    return [
        *options[:1],
        *sorted(options[1:], key=lambda option: (-option.percent(seat), -option.points[seat])),
    ]


def _promise(option: Option, seat: int) -> Promise:
    return Promise(plain(option.action), option.percent(seat), round(option.points[seat], 1))
