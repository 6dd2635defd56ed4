"""Bots: from a seat's view, and nothing else, to an action.

Each game registers here its levels (the functions that decide), its coach (what the expert would do and why)
and its reviewer (how finished games are judged). The modules of a game's folder:

- ``levels``: easy, hard and expert; ``normal``: the reference player, which looks one decision ahead
- ``model``: what the shared search (``search.py``, ``tree.py``) asks about the game
- ``worlds``: positions that a view allows; ``rollout``: playing them on; ``evaluate``: what they are worth
- ``endgame``: exact solutions; ``legal_moves``: the actions in a view
- ``coach``, ``reasons``: advice; ``review``: finished games
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from triqueta_server.bots import triche, tripitz, triqueta
from triqueta_server.bots.coach import Coach
from triqueta_server.bots.reviewer import Reviewer

Decide = Callable[[Any, Any, int, Random], Any]
"""Decides from the public view, the seat's own view, the seat and a source of randomness."""

NAMES: Final = ("Rowan", "Hazel", "Linden", "Wren", "Briar", "Robin", "Aspen", "Jay")
"""Names of bots; more than a table has seats."""

BOTS: Final[dict[str, Mapping[str, Decide]]] = {
    "triqueta": triqueta.LEVELS,
    "triche": triche.LEVELS,
    "tripitz": tripitz.LEVELS,
}
"""By the game's name on the wire, then by level."""

COACHES: Final[dict[str, Coach]] = {
    "triqueta": triqueta.COACH,
    "triche": triche.COACH,
    "tripitz": tripitz.COACH,
}
"""By the game's name on the wire."""

REVIEWERS: Final[dict[str, Reviewer]] = {
    "triqueta": triqueta.REVIEWER,
    "triche": triche.REVIEWER,
    "tripitz": tripitz.REVIEWER,
}
"""By the game's name on the wire; a game may have none."""
