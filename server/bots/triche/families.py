"""The actions that a choice stands for."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from msgspec import structs

from protocol.games.triche import AnyAction, Choice


def members(choice: Choice) -> Iterator[AnyAction]:
    """Every action of a choice's family."""
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


def any_member(choice: Choice, rng: Random) -> AnyAction:
    """One action of a choice's family."""
    return rng.choice(list(members(choice)))
