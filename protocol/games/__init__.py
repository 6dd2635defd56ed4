"""The games both sides can speak about. Another one is added here, with a module of its own."""

from typing import Final

from protocol.games import triche, tripitz, triqueta
from protocol.games.vocabulary import AnyVocabulary

VOCABULARIES: Final[dict[str, AnyVocabulary]] = {
    one.game: one for one in (triqueta.VOCABULARY, triche.VOCABULARY, tripitz.VOCABULARY)
}
"""By the game's name on the wire."""


def vocabulary(game: str) -> AnyVocabulary | None:
    """The vocabulary of a game, or None if this program does not know it."""
    return VOCABULARIES.get(game)
