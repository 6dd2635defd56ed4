"""How scripted players decide: quickly, legally, and so that games have some length."""

import random
from collections.abc import Callable

from triqueta_protocol.games.triqueta import AnyAction, Draw, Mine, Public, Take

Chooser = Callable[[Public, Mine], AnyAction]


def eager(seed: int, draws: float = 0.9) -> Chooser:
    """Draws nine times out of ten while drawing is allowed, and otherwise does anything legal."""
    rng = random.Random(seed)

    def choose(_public: Public, mine: Mine) -> AnyAction:
        first = mine.choices[0].action
        if isinstance(first, Draw) and rng.random() < draws:
            return first
        return rng.choice(mine.choices).action

    return choose


def hasty(_public: Public, mine: Mine) -> AnyAction:
    """Takes a row as soon as it may: the shortest game there is."""
    actions = [choice.action for choice in mine.choices]
    return next((action for action in actions if isinstance(action, Take)), actions[0])
