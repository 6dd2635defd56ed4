"""Bots for Triqueta, one module for each level."""

from typing import Final

from server.bots.triqueta import easy, expert, hard, normal
from server.bots.triqueta.coach import COACH
from server.bots.triqueta.review import REVIEWER

__all__ = ["COACH", "LEVELS", "REVIEWER"]

LEVELS: Final = {"easy": easy.decide, "normal": normal.decide, "hard": hard.decide, "expert": expert.decide}
