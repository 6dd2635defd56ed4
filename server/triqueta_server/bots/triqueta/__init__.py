"""Bots for Triqueta."""

from triqueta_server.bots.triqueta.coach import COACH
from triqueta_server.bots.triqueta.levels import LEVELS
from triqueta_server.bots.triqueta.review import REVIEWER

__all__ = ["COACH", "LEVELS", "REVIEWER"]
