"""Valid frames made invalid, or nearly so: the same seed gives the same mischief."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgpack

Mutate = Callable[[random.Random, Sequence[bytes]], bytes]

ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**53 - 1,
    2**64 - 1,
    -(2**63),
    0.5,
    float("nan"),
    float("inf"),
    "",
    "\x00\x1b[2J",
    "\u202e\ud7ff\U0010ffff",
    "x" * 5_000,
    b"\xff\x00",
    [],
    [[[[[]]]]],
    {},
    {"t": "act", "do": "draw"},
    msgpack.ExtType(5, b"odd"),
    msgpack.Timestamp(1, 2),
)


def flip_bits(rng: random.Random, frames: Sequence[bytes]) -> bytes:
    """One to eight bits are not what they were."""
    frame = bytearray(rng.choice(frames))
    for _ in range(rng.randint(1, 8)):
        frame[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
    return bytes(frame)


def cut_off(rng: random.Random, frames: Sequence[bytes]) -> bytes:
    """The end is missing."""
    frame = rng.choice(frames)
    return frame[: rng.randrange(len(frame))]


def splice(rng: random.Random, frames: Sequence[bytes]) -> bytes:
    """The beginning of one frame and the end of another."""
    head, tail = rng.choice(frames), rng.choice(frames)
    return head[: rng.randrange(len(head))] + tail[rng.randrange(len(tail)) :]


def noise(rng: random.Random, _frames: Sequence[bytes]) -> bytes:
    """Random bytes."""
    return rng.randbytes(rng.randrange(200))


def odd_field(rng: random.Random, frames: Sequence[bytes]) -> bytes:
    """Sound msgpack in which one value, however deep, is not what belongs there."""
    fields: dict[str, Any] = msgpack.unpackb(rng.choice(frames))
    inside = fields
    key = rng.choice(list(inside))
    while isinstance(inside[key], dict) and inside[key] and rng.random() < 0.7:
        inside = inside[key]
        key = rng.choice(list(inside))
    inside[key] = rng.choice(ODD_VALUES)
    packed: bytes = msgpack.packb(fields)
    return packed


def odd_shape(rng: random.Random, frames: Sequence[bytes]) -> bytes:
    """Sound msgpack with a field too many or too few."""
    fields: dict[str, Any] = msgpack.unpackb(rng.choice(frames))
    if rng.random() < 0.5:
        del fields[rng.choice(list(fields))]
    else:
        fields[rng.choice(["id", "seat", "row", "what", "t ", "\x00"])] = rng.choice(ODD_VALUES)
    packed: bytes = msgpack.packb(fields)
    return packed


def unchanged(rng: random.Random, frames: Sequence[bytes]) -> bytes:
    """Once in a while a frame as it should be, so that there is something to disturb."""
    return rng.choice(frames)


MISCHIEF: tuple[Mutate, ...] = (flip_bits, cut_off, splice, noise, odd_field, odd_field, odd_shape, unchanged)


def mutate(rng: random.Random, frames: Sequence[bytes]) -> bytes:
    """One frame that a server must survive."""
    return rng.choice(MISCHIEF)(rng, frames)
