"""The games a table can be set up with."""

from typing import Any, Final

from protocol.errors import Code, Refusal
from server.games.game import Rules
from server.games.triqueta.rules import RULES as TRIQUETA

AnyRules = Rules[Any, Any, Any, Any]

RULES: Final[dict[str, AnyRules]] = {TRIQUETA.vocabulary.game: TRIQUETA}


def rules_for(game: str) -> AnyRules:
    """The rules of a game by its name on the wire, or a refusal."""
    try:
        return RULES[game]
    except KeyError:
        raise Refusal(Code.UNKNOWN_GAME, game=game) from None
