"""The games a table can be set up with."""

from typing import Final

from server.games.game import AnyRules
from server.games.triqueta.rules import RULES as TRIQUETA

RULES: Final[dict[str, AnyRules]] = {TRIQUETA.vocabulary.game: TRIQUETA}
"""By the game's name on the wire."""
