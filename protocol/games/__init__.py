"""The vocabularies of the games: what both sides must know to speak about one."""

from typing import Any

from msgspec import Struct

from protocol.games import triqueta
from protocol.games.vocabulary import Vocabulary

VOCABULARIES: dict[str, Vocabulary[Any, Any, Any]] = {triqueta.VOCABULARY.game: triqueta.VOCABULARY}


def vocabulary(game: str) -> Vocabulary[Struct, Struct, Struct] | None:
    """The vocabulary of a game, or None if this program does not know it."""
    return VOCABULARIES.get(game)
