"""The steps of a finished game with every seat's view, as packed by the server and read by a client."""

import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgpack
import msgspec
from msgspec import Struct

from triqueta_protocol.archive import ArchivedGame
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.events import Room

MOST_UNPACKED: Final = 4 * 1024 * 1024
"""Bytes of a part of a replay, at most."""


class ReplayHead(Struct, frozen=True, omit_defaults=True):
    """The game as a whole; it comes with the first step."""

    game: ArchivedGame
    room: Room
    """The room at the end, with the shuffle opened. A seat's ``player`` is its number as text, for people and
    bots, so that no id is revealed."""
    seat: int | None = None
    """The seat of the player who asks."""


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """A decision and what each viewer was sent.

    The first step has no decision: it is the beginning of the game, with the whole views.
    """

    at: int
    """Milliseconds since the game began."""
    seat: int = 0
    action: dict[str, Any] | None = None
    what: tuple[Any, ...] = ()
    public: dict[str, Any] = {}
    mine: tuple[dict[str, Any], ...] = ()
    """By seat: the fields that changed; empty if none changed."""


class ReplayPart(Struct, frozen=True, omit_defaults=True):
    steps: tuple[ReplayStep, ...]
    head: ReplayHead | None = None


def pack_step(step: ReplayStep) -> bytes:
    """Encode a step, whose maps and lists are plain already."""
    fields = {"seat": step.seat, "action": step.action, "what": step.what, "public": step.public}
    kept = {name: value for name, value in (fields | {"mine": step.mine}).items() if value}
    return pack({"at": step.at} | kept)


def pack_part(steps: Sequence[bytes], head: ReplayHead | None) -> bytes:
    """Encode a ``ReplayPart`` of packed steps."""
    frame = msgpack.Packer(use_bin_type=True)
    parts = [frame.pack_map_header(2 if head else 1), pack("steps"), frame.pack_array_header(len(steps))]
    parts += steps
    if head:
        parts += (pack("head"), pack(plain(head)))
    return zlib.compress(b"".join(parts), 6)


def read_part(packed: bytes) -> ReplayPart:
    """Raises ``ValueError``."""
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, MOST_UNPACKED)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof:
        raise ValueError("a part of a replay is cut off or too large")
    return msgspec.convert(msgpack.unpackb(raw), ReplayPart)
