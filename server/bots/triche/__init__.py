"""Bots for Triché, one module for each level."""

from typing import Final

from server.bots.triche import easy, normal

LEVELS: Final = {"easy": easy.decide, "normal": normal.decide}
