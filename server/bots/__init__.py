"""Bots: from a seat's view, and nothing else, to an action.

A game's bots are registered here: for each level of its vocabulary the function that decides, and the coach,
who says what the best of them would do and why; and how finished games are reviewed.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from server.bots import triche, tripitz, triqueta
from server.bots.coach import Coach
from server.bots.reviewer import Reviewer

Decide = Callable[[Any, Any, int, Random], Any]
"""From the public view, a seat's own view, the seat and a source of randomness to an action."""

BOTS: Final[dict[str, Mapping[str, Decide]]] = {
    "triqueta": triqueta.LEVELS,
    "triche": triche.LEVELS,
    "tripitz": tripitz.LEVELS,
}
"""By the game's name on the wire, then by level."""

COACHES: Final[dict[str, Coach]] = {
    "triqueta": triqueta.COACH,
    "triche": triche.COACH,
    "tripitz": tripitz.COACH,
}
"""By the game's name on the wire."""

REVIEWERS: Final[dict[str, Reviewer]] = {
    "triqueta": triqueta.REVIEWER,
    "triche": triche.REVIEWER,
    "tripitz": tripitz.REVIEWER,
}
"""By the game's name on the wire; a game may have none."""
