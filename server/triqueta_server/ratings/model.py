"""The rating model: Plackett–Luce, from openskill.

A rating is a skill ``mu`` with the uncertainty ``sigma``. New players begin at the rating of the bot normal.
The same ratings and places give the same numbers to the last bit, so ratings can be calculated again.
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
"""The performance variation in a single game."""

TAU: Final = MU / 300
"""How much a skill may change from game to game, so that no rating ever freezes."""

SeatsClass = Literal["2", "3+"]

_SHOWN_MU: Final = 1500
_SHOWN_PER_MU: Final = 400 / (math.log(10) * math.sqrt(2) * BETA)
"""Scales ratings as in chess: with low uncertainty, 200 points more win 3 of 4 games."""


class Skill(NamedTuple):
    """An estimate of a player's skill, with its uncertainty."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """The number that is shown."""
        return _SHOWN_MU + round((self.mu - MU) * _SHOWN_PER_MU)

    @property
    def doubt(self) -> int:
        return round(self.sigma * _SHOWN_PER_MU)


NEWCOMER: Final = Skill(MU, SIGMA)

MOST_DOUBT_FOR_A_PLACE: Final = 0.6 * SIGMA
"""The largest uncertainty with a place on the leaderboard: about ten games against equals."""


def seats_class(seats: int) -> SeatsClass:
    """Games of two and games of more have separate ratings."""
    return "2" if seats == 2 else "3+"


def rate(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The ratings after a game with these places; equal places are ties."""
    model = _model()
    teams = [[model.rating(mu, sigma)] for mu, sigma in skills]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(one.mu, one.sigma) for [one] in rated]


@cache
def _model() -> "PlackettLuce":
    # Imported late, as most servers have no rated games.
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
