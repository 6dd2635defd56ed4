"""Reasons that hold in any game: they follow from how the options differ."""

from collections.abc import Sequence
from typing import Final

from triqueta_protocol.advice import Reason
from triqueta_server.bots.coach import Option

NOTICEABLE: Final = 2
"""Difference in the chance to win, in percent, that counts as noticeable."""

COMPARING: Final = ("ahead", "more_points", "close")
"""Reasons that compare the best option with the next."""

GENERAL: Final = ("only", "clear", *COMPARING)


def general(options: Sequence[Option], seat: int, choices: int) -> Reason:
    """The reason that the numbers give; ``choices`` is the number of actions or families in the view."""
    if len(options) == 1:
        return Reason("only" if choices == 1 else "clear")
    best, others = options[0], options[1:]
    ahead = best.percent(seat) - max(one.percent(seat) for one in others)
    if ahead >= NOTICEABLE:
        return Reason("ahead", {"percent": ahead})
    more = round(best.points[seat] - max(one.points[seat] for one in others))
    return Reason("more_points", {"points": more}) if more >= 1 else Reason("close")


def helps_more_than_it_hinders(options: Sequence[Option], seat: int) -> bool:
    """Whether the best option gains the seat more than it costs the others, compared with the next."""
    if len(options) == 1:
        return True
    best, following = options[0].points, options[1].points
    hindered = [following[other] - best[other] for other in range(len(best)) if other != seat]
    return best[seat] - following[seat] >= max(hindered)
