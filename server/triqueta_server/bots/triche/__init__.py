"""Bots for Triché."""

from triqueta_server.bots.triche.coach import COACH
from triqueta_server.bots.triche.levels import LEVELS
from triqueta_server.bots.triche.review import REVIEWER

__all__ = ["COACH", "LEVELS", "REVIEWER"]
