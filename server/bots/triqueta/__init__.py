"""Bots for Triqueta, one module for each level."""

from typing import Final

from server.bots.triqueta import easy, expert, hard, normal
from server.bots.triqueta.coach import COACH

__all__ = ["COACH", "LEVELS"]

LEVELS: Final = {"easy": easy.decide, "normal": normal.decide, "hard": hard.decide, "expert": expert.decide}
