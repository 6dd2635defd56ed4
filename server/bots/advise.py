"""Advice about a decision: a view goes in, what each action promises and one reason come out."""

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from protocol.advice import Advice, Promise
from protocol.codec import plain
from protocol.errors import Code, Refusal
from protocol.games import VOCABULARIES
from server.bots import COACHES
from server.bots.choose import Plain
from server.bots.coach import Coach, Option

MOST: Final = 12
"""Actions of which something is said."""


def advise(game: str, public: Struct | Plain, mine: Struct | Plain, seat: int, rng: Random) -> Advice:
    """Advice for a seat that owes a decision, or a refusal if nobody can give it in this game.

    The view may come typed or as the plain maps it has on the wire. The same view and the same state of
    ``rng`` give the same advice.
    """
    if game not in COACHES:
        raise Refusal(Code.COACH_OFF)
    words, coach = VOCABULARIES[game].words, COACHES[game]
    seen = public if isinstance(public, Struct) else msgspec.convert(public, words.public)
    own = mine if isinstance(mine, Struct) else msgspec.convert(mine, words.mine)
    return advice_of(coach, seen, own, seat, coach.weigh(seen, own, seat, rng))


def advice_of(
    coach: Coach, public: Struct, mine: Struct, seat: int, weighed: Sequence[Option], most: int = MOST
) -> Advice:
    """What a coach says about options, however they were weighed."""
    options = _in_order(weighed, seat)
    promises = tuple(_promise(option, seat) for option in options[:most])
    return Advice(promises, coach.explain(public, mine, seat, options))


def _in_order(options: Sequence[Option], seat: int) -> list[Option]:
    """What the expert would do, and then the others by what they promise, however early they were dropped."""
    return [
        *options[:1],
        *sorted(options[1:], key=lambda option: (-option.percent(seat), -option.points[seat])),
    ]


def _promise(option: Option, seat: int) -> Promise:
    return Promise(plain(option.action), option.percent(seat), round(option.points[seat], 1))
