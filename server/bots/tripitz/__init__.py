"""Bots for Tripitz, one module for each level."""

from typing import Final

from server.bots.tripitz import easy, expert, hard, normal
from server.bots.tripitz.coach import COACH
from server.bots.tripitz.review import REVIEWER

__all__ = ["COACH", "LEVELS", "REVIEWER"]

LEVELS: Final = {
    "easy": easy.decide,
    "normal": normal.decide,
    "hard": hard.decide,
    "expert": expert.decide,
}
