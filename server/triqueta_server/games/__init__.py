"""The games that tables can play."""

from typing import Final

from triqueta_server.games.game import AnyRules
from triqueta_server.games.triche.rules import RULES as TRICHE
from triqueta_server.games.tripitz.rules import RULES as TRIPITZ
from triqueta_server.games.triqueta.rules import RULES as TRIQUETA

RULES: Final[dict[str, AnyRules]] = {one.vocabulary.game: one for one in (TRIQUETA, TRICHE, TRIPITZ)}
"""By the game's name on the wire."""
