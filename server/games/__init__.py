"""The games a table can be set up with."""

from typing import Final

from server.games.game import AnyRules
from server.games.triche.rules import RULES as TRICHE
from server.games.tripitz.rules import RULES as TRIPITZ
from server.games.triqueta.rules import RULES as TRIQUETA

RULES: Final[dict[str, AnyRules]] = {one.vocabulary.game: one for one in (TRIQUETA, TRICHE, TRIPITZ)}
"""By the game's name on the wire."""
