"""Whether two worlds sound the same to those who must not tell them apart."""

import asyncio
from random import Random

from tests.leaks.listening import heard
from tests.leaks.worlds import a_pair


def compare(piece: tuple[str, int, int]) -> list[str]:
    """What was compared, and what differed that should not."""
    game, seed, number = piece
    rng = Random(f"{game} {seed} {number}")
    pair = a_pair(game, rng)
    luck = rng.randrange(1 << 30)
    one, other = (asyncio.run(heard(pair, world, luck)) for world in (pair.one, pair.other))
    viewer = pair.seats if pair.viewer is None else pair.viewer
    told = [game]
    if one[viewer] != other[viewer]:
        told.append(f"LEAK to a viewer: {game} {seed} {number}")
    for name, here, there in zip(("lobby", "metrics", "log"), one[-1], other[-1], strict=True):
        if here != there:
            told.append(f"LEAK in the {name}: {game} {seed} {number}")
    if one != other:
        told.append("others told apart")
    return told
