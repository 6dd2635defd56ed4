"""The single actions that a choice of the view stands for."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from msgspec import structs

from triqueta_protocol.games.triche import AnyAction, Choice


def actions_of(choice: Choice) -> Iterator[AnyAction]:
    """Every action of a choice."""
    pick = choice.pick
    if pick is None:
        yield choice.action
    elif pick.single:
        for value in pick.values:
            yield structs.replace(choice.action, **{pick.field: value})
    else:
        for count in range(pick.least, pick.most + 1):
            for picked in combinations(pick.values, count):
                yield structs.replace(choice.action, **{pick.field: picked})


def random_action(choice: Choice, rng: Random) -> AnyAction:
    """One action of a choice, at random."""
    return rng.choice(list(actions_of(choice)))
