"""Parley, a tiny game that lives in the tests only: the proof that a game needs nothing but its own folders.

It has what the real games have and Triqueta has not: everybody chooses in secret at once, a seat decides in
the middle of another seat's turn, chance strikes during play, an action stands for a family, two to six play.
"""

from collections.abc import Iterator
from contextlib import contextmanager

GAME = "parley"


@contextmanager
def registered() -> Iterator[None]:
    """Know the game on both sides, for as long as it lasts."""
    register()
    try:
        yield
    finally:
        unregister()


def register() -> None:
    from tests.fourth_game import bot, coach, rules, words
    from triqueta_protocol.games import VOCABULARIES
    from triqueta_server.bots import BOTS, COACHES
    from triqueta_server.games import RULES
    from triqueta_tui.game import PACKAGES

    VOCABULARIES[GAME] = words.VOCABULARY
    RULES[GAME] = rules.ParleyRules()
    BOTS[GAME] = bot.LEVELS
    COACHES[GAME] = coach.COACH
    PACKAGES[GAME] = "tests.fourth_game.screen"


def unregister() -> None:
    from triqueta_protocol.games import VOCABULARIES
    from triqueta_server.bots import BOTS, COACHES
    from triqueta_server.games import RULES
    from triqueta_tui.game import PACKAGES

    for registry in (VOCABULARIES, RULES, BOTS, COACHES, PACKAGES):
        del registry[GAME]
