"""Bots for Tripitz, one module for each level."""

from typing import Final

from server.bots.tripitz import easy, normal

LEVELS: Final = {"easy": easy.decide, "normal": normal.decide}
