"""The four levels of Triqueta's bots."""

from random import Random
from typing import Final

from triqueta_protocol.games.triqueta import AnyAction, Draw, Mine, Public
from triqueta_server.bots.search import Budget, weigh
from triqueta_server.bots.tree import below
from triqueta_server.bots.triqueta import normal
from triqueta_server.bots.triqueta.model import TriquetaModel
from triqueta_server.bots.triqueta.normal import obvious_action
from triqueta_server.games.triqueta.actions import typed

CONTENT: Final = 3
"""Points for which level easy takes a row."""

HARD: Final = Budget(160, 0.1)
EXPERT: Final = Budget(1200, 0.8, doubt=3.0)


def easy(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Take a row that scores some points at once; otherwise draw and lay the token down anywhere."""
    action = obvious_action(public, mine)
    if action is not None:
        return action
    if public.phase == "place":
        return rng.choice(mine.choices).action
    best = max(mine.choices, key=lambda choice: choice.points)
    if best.points < CONTENT and isinstance(mine.choices[0].action, Draw):
        return mine.choices[0].action
    return best.action


def hard(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Search a few worlds, without what was learned about opponents."""
    action = obvious_action(public, mine)
    if action is not None:
        return action
    model = TriquetaModel(public, seat, reads=False)
    best, *_ = weigh(model, (public, mine), seat, rng, HARD)
    return typed(best.action, 0)


def expert(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Search hundreds of worlds, and the seat's next decisions in them."""
    action = obvious_action(public, mine)
    if action is not None:
        return action
    model = TriquetaModel(public, seat)
    best, *_ = weigh(model, (public, mine), seat, rng, EXPERT, deeper=below(model, seat))
    return typed(best.action, 0)


LEVELS: Final = {"easy": easy, "normal": normal.decide, "hard": hard, "expert": expert}
