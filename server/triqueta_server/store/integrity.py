"""How the store notices damage.

- A hash chain covers the entries of each game: a game that was changed is found when it is read.
- A tally, a small file beside the store, holds the number of entries of each game. At the start it shows
  whether a lost end of the write-ahead log took moves with it, which SQLite cannot tell.
- ``OpenFiles`` checks with each commit that the paths still name the files that are open. SQLite would go on
  writing to files that were removed or replaced.

Another program that overwrites a file in place while the server runs is not noticed.
"""

import hashlib
import os
from array import array
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

import msgspec
from msgspec.structs import astuple

from triqueta_server.store.errors import Cause, DamagedGameError, StoreStalledError
from triqueta_server.store.records import Entry, GameEnd, GameRecord, StoredGame

# The hash chain of a game

_HASH_SIZE: Final = 8
"""Bytes. Enough against accidents; the chain is no protection from a program that can write to the file."""

_pack: Final = msgspec.msgpack.Encoder().encode


def begin_chain(record: GameRecord) -> bytes:
    return _hash(astuple(record))


def extend_chain(chain: bytes, entry: Entry) -> bytes:
    return _hash((chain, *astuple(entry)[1:]))


def end_chain(chain: bytes, end: GameEnd) -> bytes:
    return _hash((chain, end.at, end.result))


def verify(game: StoredGame, begun: bytes, steps: Sequence[bytes], ended: bytes | None) -> None:
    """Compare a game with its stored hashes; raises ``DamagedGameError``."""

    def compare(stored: bytes | None, where: str) -> None:
        if stored != chain:
            raise DamagedGameError(game.record.id, game.record.table, where)

    chain = begin_chain(game.record)
    compare(begun, "its beginning")
    for number, (entry, stored) in enumerate(zip(game.entries, steps, strict=True), start=1):
        chain = extend_chain(chain, entry)
        compare(stored, f"entry {number} of {len(steps)}")
    if game.end is not None:
        chain = end_chain(chain, game.end)
        compare(ended, "its end")


def _hash(values: tuple[Any, ...]) -> bytes:
    return hashlib.blake2b(_pack(values), digest_size=_HASH_SIZE).digest()


# The tally of entries

_MAGIC: Final = b"TRQTALY1"
_HEAD: Final = 16
_ITEM: Final = 4
_SPAN: Final = 4096
"""Games up to which the numbers of a range are written at once."""


class Tally:
    """The number of entries of each game, plus one; 0 for an unknown game.

    It is written after each commit and not synced: it is never ahead of the disk, and not behind it after a
    killed process. So a store that holds less than its tally has lost something.
    """

    def __init__(self, file: int, store_id: bytes, counts: "array[int]") -> None:
        self._file = file
        self._counts = counts
        self._head = _MAGIC + store_id

    @classmethod
    def open(cls, path: Path, store_id: bytes) -> Self:
        """Read the file, or start a new one if it belongs to no or another store. Raises ``OSError``."""
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        counts = array("I")
        with suppress(OSError):
            content = os.pread(file, os.fstat(file).st_size, 0)
            if content[:_HEAD] == _MAGIC + store_id:
                whole = (len(content) - _HEAD) // _ITEM * _ITEM
                counts.frombytes(content[_HEAD : _HEAD + whole])
        return cls(file, store_id, counts)

    def close(self) -> None:
        os.close(self._file)

    def entries(self, seq: int) -> int | None:
        """The number of entries of a game; None if it is unknown."""
        known = self._counts[seq] if seq < len(self._counts) else 0
        return known - 1 if known else None

    def games_after(self, seq: int) -> int:
        """The number of known games that began after this one."""
        return sum(1 for known in self._counts[seq + 1 :] if known)

    def reset(self, counts: Mapping[int, int]) -> None:
        """Replace all numbers."""
        self._counts = array("I", bytes(_ITEM * (max(counts, default=0) + 1)))
        for seq, entries in counts.items():
            self._counts[seq] = entries + 1
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, self._head + self._counts.tobytes(), 0)

    def remove(self, games: Iterable[int]) -> None:
        """Remove games that were deleted, so that they do not count as lost."""
        self.update({seq: -1 for seq in games if seq < len(self._counts)})

    def update(self, counts: Mapping[int, int]) -> None:
        """Set some numbers. Write errors are ignored: they are no reason to stop a game."""
        if not counts:
            return
        first, last = min(counts), max(counts)
        if last >= len(self._counts):
            self._counts.frombytes(bytes(_ITEM * (last + 1 - len(self._counts))))
        for seq, entries in counts.items():
            self._counts[seq] = entries + 1
        spans = [(first, last)] if last - first < _SPAN else [(seq, seq) for seq in counts]
        with suppress(OSError):
            for start, end in spans:
                os.pwrite(self._file, self._counts[start : end + 1].tobytes(), _HEAD + _ITEM * start)


# The files


class OpenFiles:
    """The files of an open store, which must stay in their places.

    They are not opened here: closing a file drops the locks that SQLite has on it.
    """

    def __init__(self, store: Path, *others: Path) -> None:
        self._store = str(store)
        self._opened = {path: _identity(path) for path in (self._store, *map(str, others))}

    def check(self) -> None:
        """Raise ``StoreStalledError`` if a path no longer names the file that was opened."""
        for path, opened in self._opened.items():
            found = _identity(path)
            if found != opened:
                cause = Cause.MISSING if found is None else Cause.REPLACED
                remedy = "put the right file back, or stop the server and restore a backup"
                raise StoreStalledError(
                    cause, f"{path}: {remedy if path == self._store else 'restart the server'}"
                )


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - called for every commit
    except OSError:
        return None
    return found.st_dev, found.st_ino
