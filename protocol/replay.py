"""The steps of a finished game with every seat's view, as the server packs them and a client reads them."""

import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgpack
import msgspec
from msgspec import Struct

from protocol.archive import ArchivedGame
from protocol.codec import pack, plain
from protocol.events import Room

MOST_UNPACKED: Final = 4 * 1024 * 1024
"""No part of a replay is larger than that."""


class ReplayHead(Struct, frozen=True, omit_defaults=True):
    """The game as a whole; it comes with the first step."""

    game: ArchivedGame
    room: Room
    """As at the end, with the shuffle opened. A seat's ``player`` is its number as text, for people and bots
    alike: nobody's id is told."""
    seat: int | None = None
    """The one of whoever asks."""


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """A decision that counted, and what each viewer was told of it.

    The first step has none: it is the beginning of the game, with the whole views.
    """

    at: int
    """Milliseconds since the game began."""
    seat: int = 0
    action: dict[str, Any] | None = None
    what: tuple[Any, ...] = ()
    public: dict[str, Any] = {}
    mine: tuple[dict[str, Any], ...] = ()
    """By seat, the fields that changed; empty if they did for none."""


class ReplayPart(Struct, frozen=True, omit_defaults=True):
    steps: tuple[ReplayStep, ...]
    head: ReplayHead | None = None


def pack_step(step: ReplayStep) -> bytes:
    """The step, in which all maps and lists are plain already."""
    fields = {"seat": step.seat, "action": step.action, "what": step.what, "public": step.public}
    kept = {name: value for name, value in (fields | {"mine": step.mine}).items() if value}
    return pack({"at": step.at} | kept)


def pack_part(steps: Sequence[bytes], head: ReplayHead | None) -> bytes:
    """A ``ReplayPart`` of steps that are packed already."""
    frame = msgpack.Packer(use_bin_type=True)
    parts = [frame.pack_map_header(2 if head else 1), pack("steps"), frame.pack_array_header(len(steps))]
    parts += steps
    if head:
        parts += (pack("head"), pack(plain(head)))
    return zlib.compress(b"".join(parts), 6)


def read_part(packed: bytes) -> ReplayPart:
    """Raises ``ValueError``, of which ``msgspec.ValidationError`` is one."""
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, MOST_UNPACKED)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof:
        raise ValueError("a part of a replay is cut off or too large")
    return msgspec.convert(msgpack.unpackb(raw), ReplayPart)
