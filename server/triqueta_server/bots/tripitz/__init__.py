"""Bots for Tripitz."""

from triqueta_server.bots.tripitz.coach import COACH
from triqueta_server.bots.tripitz.levels import LEVELS
from triqueta_server.bots.tripitz.review import REVIEWER

__all__ = ["COACH", "LEVELS", "REVIEWER"]
