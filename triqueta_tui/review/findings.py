"""The findings of a review so far: chances, costly decisions, luck and skill."""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from triqueta_protocol.archive import AssessmentFound

SURE: Final = 2.5
"""A costly decision lost at least this many standard errors: less may be chance."""

NOTICEABLE: Final = 0.01
"""The least loss of winning chance that is listed."""

MOST: Final = 3
"""The most decisions listed."""


@dataclass(frozen=True)
class Balance:
    """The sources of a seat's winning chance: they add up to ``now``, less ``given``."""

    start: float
    draws: float
    """Draws and deals of all seats."""
    others: float
    """The rest: decisions of the others, and gains of the seat's decisions."""
    given: float
    """Losses by the seat's decisions against the expert's."""
    doubt: float
    """The standard error of ``given``."""
    now: float


class Findings:
    """Assessments of the first moments of a game, without a gap."""

    def __init__(self, seats: int, total: int) -> None:
        self.seats = seats
        self.total = total
        """The number of moments of the whole game."""
        self.moments: list[AssessmentFound] = []

    @property
    def known(self) -> int:
        return len(self.moments)

    @property
    def complete(self) -> bool:
        return self.known >= self.total

    def add(self, found: AssessmentFound) -> None:
        """Raise ``ValueError`` if it is not the next moment of this game."""
        if found.step != self.known or len(found.chances) != self.seats:
            raise ValueError("not the next moment of this game")
        self.moments.append(found)

    def costly(self, seat: int | None = None) -> list[AssessmentFound]:
        """The most costly decisions of all seats or of one, most costly first."""
        found = [
            one
            for one in self.moments
            if one.action is not None
            and seat in {None, one.seat}
            and one.lost >= max(NOTICEABLE, SURE * one.doubt)
        ]
        return sorted(found, key=lambda one: (-one.lost, one.step))[:MOST]

    def balance(self, seat: int) -> Balance:
        """By known moment."""
        start, now = (self.moments[at].chances[seat] for at in (0, -1))
        # The decision of the last known moment has no known effect yet.
        before = self.moments[:-1]
        own = [one for one in before if one.seat == seat]
        draws = math.fsum(one.draws[seat] for one in before if one.draws)
        given = max(0.0, math.fsum(one.lost for one in own))
        doubt = math.sqrt(math.fsum(one.doubt**2 for one in own))
        return Balance(start, draws, now - start - draws + given, given, doubt, now)

    @property
    def decisive(self) -> int | None:
        """The step with the largest change of chances; None before all is known."""
        if not self.complete or self.total < 2:
            return None
        swings = [
            max(abs(later - earlier) for earlier, later in zip(one.chances, two.chances, strict=True))
            for one, two in pairwise(self.moments)
        ]
        return swings.index(max(swings)) + 1
