"""The games that both sides know, and the pure model of each: cards and boards, points, shuffles, messages.

A new game is registered here, with its messages in a module of its own.
"""

from typing import Final

from triqueta_protocol.games.vocabulary import Vocabulary

VOCABULARIES: Final[dict[str, Vocabulary]] = {
    one.game: one
    for one in (
        Vocabulary(
            game="triqueta",
            seats=range(2, 6),
            levels=("easy", "normal", "hard", "expert"),
            stand_in="normal",
            module="triqueta_protocol.games.triqueta",
        ),
        Vocabulary(
            game="triche",
            seats=range(2, 7),
            levels=("easy", "normal", "hard", "expert"),
            stand_in="normal",
            module="triqueta_protocol.games.triche",
        ),
        Vocabulary(
            game="tripitz",
            seats=range(2, 7),
            levels=("easy", "normal", "hard", "expert"),
            stand_in="normal",
            module="triqueta_protocol.games.tripitz",
        ),
    )
}
"""By the game's name on the wire."""


def vocabulary(game: str) -> Vocabulary | None:
    """The vocabulary of a game, or None if this program does not know it."""
    return VOCABULARIES.get(game)
