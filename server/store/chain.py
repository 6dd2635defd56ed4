"""A running hash over a game: each entry's covers all before it, so that no change to a game goes unseen."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import astuple

from server.store.failures import GameDamaged
from server.store.records import Entry, GameEnd, GameRecord, StoredGame

_SIZE: Final = 8
"""Bytes. Accidents are to be seen; nobody who can write to the file has to be kept from forging it."""

_pack: Final = msgspec.msgpack.Encoder().encode


def begin(record: GameRecord) -> bytes:
    return _hash(astuple(record))


def extend(chain: bytes, entry: Entry) -> bytes:
    return _hash((chain, entry.n, entry.at, entry.kind, entry.seat, entry.player, entry.request, entry.body))


def close(chain: bytes, end: GameEnd) -> bytes:
    return _hash((chain, end.at, end.result))


def verify(game: StoredGame, begun: bytes | None, steps: Sequence[bytes | None], ended: bytes | None) -> None:
    """Compare a game with its hashes; raises ``GameDamaged``.

    A game that began before there were any has none at first; but from its first one on it has all.
    """
    covered = False

    def compare(stored: bytes | None, where: str) -> None:
        nonlocal covered
        if stored != chain and (covered or stored is not None):
            raise GameDamaged(game.record.id, game.record.table, where)
        covered = stored is not None

    chain = begin(game.record)
    compare(begun, "its beginning")
    for number, (entry, stored) in enumerate(zip(game.entries, steps, strict=True), start=1):
        chain = extend(chain, entry)
        compare(stored, f"entry {number} of {len(steps)}")
    if game.end is not None:
        chain = close(chain, game.end)
        compare(ended, "its end")


def _hash(values: tuple[Any, ...]) -> bytes:
    return hashlib.blake2b(_pack(values), digest_size=_SIZE).digest()
