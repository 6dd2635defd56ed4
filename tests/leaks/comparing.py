"""Whether two worlds sound the same to those who must not tell them apart."""

import asyncio
from collections import Counter
from random import Random

import pytest
from msgspec import msgpack

from tests.leaks.listening import Heard, heard
from tests.leaks.worlds import a_pair
from tests.server.bots.choosing import hurry

COACHED = 0.25
"""How many tables have a coach: advice takes most of the time."""


def compare(piece: tuple[str, int, int]) -> Counter[str]:
    """What was compared, and what differed that should not: such lines begin with LEAK."""
    game, seed, number = piece
    rng = Random(f"{game} {seed} {number}")
    pair = a_pair(game, rng)
    luck, coach = rng.randrange(1 << 30), rng.random() < COACHED
    with pytest.MonkeyPatch.context() as patch:
        hurry(patch)
        one, other = (asyncio.run(heard(pair, world, luck, coach=coach)) for world in (pair.one, pair.other))
    viewer = pair.seats if pair.viewer is None else pair.viewer
    told = Counter([game])
    told["tables with bots"] += not all(one[: pair.seats])
    told["tables with a coach"] += coach
    told.update(_kinds(one[viewer]))
    told.update(_kinds(one[-1][0]))
    if one[viewer] != other[viewer]:
        told[f"LEAK to a viewer: {game} {seed} {number}"] += 1
    for name, here, there in zip(("stranger's frames", "metrics", "log"), one[-1], other[-1], strict=True):
        told[name] += 1
        if here != there:
            told[f"LEAK in the {name}: {game} {seed} {number}"] += 1
    told["others told apart"] += one != other
    return told


def _kinds(frames: Heard) -> Counter[str]:
    """How many of each kind of message: the compared paths, by name."""
    kinds: Counter[str] = Counter()
    for _, frame in frames:
        message = msgpack.decode(frame)
        kind = message.get("t")
        if kind == "accepted":
            about = message.keys() & {"advice", "history", "found"}
            kind = f"accepted {min(about, default='')}".strip()
        elif kind == "rejected":
            kind = f"rejected {message['code']}"
        elif kind == "event":
            kind = " and ".join(["event", *sorted(message.keys() & {"mine"})])
        kinds[f"frame: {kind}"] += 1
    return kinds
