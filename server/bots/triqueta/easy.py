"""A beginner: counts only the points a row brings at once, and lays tokens down anywhere."""

from random import Random
from typing import Final

from protocol.games.triqueta import AnyAction, Draw, Mine, Public
from server.bots.triqueta.obvious import obvious

CONTENT: Final = 3
"""Points for which a beginner takes a row."""


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Take a row that brings some points; otherwise draw and lay the token down somewhere."""
    action = obvious(public, mine)
    if action is not None:
        return action
    if public.phase == "place":
        return rng.choice(mine.choices).action
    best = max(mine.choices, key=lambda choice: choice.points)
    if best.points < CONTENT and isinstance(mine.choices[0].action, Draw):
        return mine.choices[0].action
    return best.action
