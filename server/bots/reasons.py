"""Reasons that hold in any game: they follow from how the options differ, and from nothing else."""

from collections.abc import Sequence
from typing import Final

from protocol.advice import Reason
from server.bots.coach import Option

NOTICEABLE: Final = 2
"""Percent of the chance to win from which on two options differ noticeably."""

COMPARING: Final = ("ahead", "more_points", "close")
"""Those that say how far the best option is from the next."""

GENERAL: Final = ("only", "clear", *COMPARING)


def general(options: Sequence[Option], seat: int, choices: int) -> Reason:
    """What the numbers say by themselves; ``choices`` is how many actions or families there are to choose."""
    if len(options) == 1:
        return Reason("only" if choices == 1 else "clear")
    best, others = options[0], options[1:]
    ahead = best.percent(seat) - max(one.percent(seat) for one in others)
    if ahead >= NOTICEABLE:
        return Reason("ahead", {"percent": ahead})
    more = round(best.points[seat] - max(one.points[seat] for one in others))
    return Reason("more_points", {"points": more}) if more >= 1 else Reason("close")


def helps_more_than_it_hinders(options: Sequence[Option], seat: int) -> bool:
    """Whether the best option beats the next by what it brings the seat, not by what it takes."""
    if len(options) == 1:
        return True
    best, following = options[0].points, options[1].points
    hindered = [following[other] - best[other] for other in range(len(best)) if other != seat]
    return best[seat] - following[seat] >= max(hindered)
