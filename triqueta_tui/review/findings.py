"""What an expert has found out about a game so far: chances, costly decisions, luck and skill."""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from protocol.archive import AssessmentFound

SURE: Final = 2.5
"""Standard errors by which a decision must have lost to be called costly: what is nearer may be chance."""

NOTICEABLE: Final = 0.01
"""Of the chance to win; less is not worth a word."""

MOST: Final = 3
"""Decisions that are told."""


@dataclass(frozen=True)
class Balance:
    """Where a seat's chance to win has come from: all of it adds up to ``now``, less what was ``given``."""

    start: float
    draws: float
    """What was drawn and dealt, by whomever."""
    others: float
    """What is left: decisions of the others, and whatever the own ones gained."""
    given: float
    """What the own decisions gave away against an expert's."""
    doubt: float
    """The standard error of ``given``."""
    now: float


class Findings:
    """Assessments of the first moments of a game, without a gap."""

    def __init__(self, seats: int, total: int) -> None:
        self.seats = seats
        self.total = total
        """Moments of the whole game."""
        self.moments: list[AssessmentFound] = []

    @property
    def known(self) -> int:
        return len(self.moments)

    @property
    def complete(self) -> bool:
        return self.known >= self.total

    def add(self, found: AssessmentFound) -> None:
        """Raises ``ValueError`` for what is not the next moment of this game."""
        if found.step != self.known or len(found.chances) != self.seats:
            raise ValueError("not the next moment of this game")
        self.moments.append(found)

    def costly(self, seat: int | None = None) -> list[AssessmentFound]:
        """The decisions that cost most, of everybody or of one seat, the dearest first."""
        found = [
            one
            for one in self.moments
            if one.action is not None
            and seat in {None, one.seat}
            and one.lost >= max(NOTICEABLE, SURE * one.doubt)
        ]
        return sorted(found, key=lambda one: (-one.lost, one.step))[:MOST]

    def balance(self, seat: int) -> Balance:
        """Of the moments that are known."""
        start, now = (self.moments[at].chances[seat] for at in (0, -1))
        # The last moment's own decision has no effect on what is known yet.
        before = self.moments[:-1]
        own = [one for one in before if one.seat == seat]
        draws = math.fsum(one.draws[seat] for one in before if one.draws)
        given = max(0.0, math.fsum(one.lost for one in own))
        doubt = math.sqrt(math.fsum(one.doubt**2 for one in own))
        return Balance(start, draws, now - start - draws + given, given, doubt, now)

    @property
    def decisive(self) -> int | None:
        """The step after which the chances had changed most; None before all is known."""
        if not self.complete or self.total < 2:
            return None
        swings = [
            max(abs(later - earlier) for earlier, later in zip(one.chances, two.chances, strict=True))
            for one, two in pairwise(self.moments)
        ]
        return swings.index(max(swings)) + 1
