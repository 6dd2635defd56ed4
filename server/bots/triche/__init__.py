"""Bots for Triché, one module for each level."""

from typing import Final

from server.bots.triche import easy, expert, hard, normal
from server.bots.triche.coach import COACH
from server.bots.triche.review import REVIEWER

__all__ = ["COACH", "LEVELS", "REVIEWER"]

LEVELS: Final = {
    "easy": easy.decide,
    "normal": normal.decide,
    "hard": hard.decide,
    "expert": expert.decide,
}
