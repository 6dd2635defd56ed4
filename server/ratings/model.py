"""How a game changes what is believed of its players: Plackett–Luce, from openskill.

A skill is believed to be ``mu``, give or take ``sigma``. Everybody begins where the bot normal is. The same
beliefs and the same places give the same numbers to the last bit: ratings can be worked out again.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2
"""How much a single game depends on other things than skill."""

TAU: Final = MU / 300
"""How much a skill may change from game to game, so that nobody's rating ever stands still."""

SeatsClass = Literal["2", "3+"]

_SHOWN_MU: Final = 1500
_SHOWN_PER_MU: Final = 400 / (math.log(10) * math.sqrt(2) * BETA)
"""For two players of whom enough is known, a lead means what it means in chess: 200 points, 3 of 4 games."""


class Belief(NamedTuple):
    """What is believed of a player's skill."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """As people are shown it."""
        return _SHOWN_MU + round((self.mu - MU) * _SHOWN_PER_MU)

    @property
    def doubt(self) -> int:
        return round(self.sigma * _SHOWN_PER_MU)


NEWCOMER: Final = Belief(MU, SIGMA)

MOST_DOUBT_FOR_A_PLACE: Final = 0.6 * SIGMA
"""Whoever is known less has no place on the list yet: it takes about ten games against equals."""


def seats_class(seats: int) -> SeatsClass:
    """Against one opponent other things count than against several: each has ratings of its own."""
    return "2" if seats == 2 else "3+"


def rate(beliefs: Sequence[Belief], places: Sequence[int]) -> list[Belief]:
    """What is believed after a game in which each came to this place; equal places are ties."""
    model = _model()
    teams = [[model.rating(mu, sigma)] for mu, sigma in beliefs]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Belief(one.mu, one.sigma) for [one] in rated]


@cache
def _model() -> "PlackettLuce":
    # Most servers never see a rated game.
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
