"""Bots for Triché, one module for each level."""

from typing import Final

from server.bots.triche import easy, expert, hard, normal
from server.bots.triche.coach import COACH

__all__ = ["COACH", "LEVELS"]

LEVELS: Final = {
    "easy": easy.decide,
    "normal": normal.decide,
    "hard": hard.decide,
    "expert": expert.decide,
}
