"""A small file beside the store with the number of entries of each game.

A write-ahead log whose end is cut off or damaged reads as if the last moves had never been. This file is
written after each commit and not synced: it is never ahead of what is on the disk, and after a killed process
it is not behind. So a store with less in it than is said here has lost something.
"""

import os
from array import array
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

_MAGIC: Final = b"TRQTALY1"
_HEAD: Final = 16
_ITEM: Final = 4
_SPAN: Final = 4096
"""Games whose numbers are written at once, whichever of them have changed."""


class Tally:
    """Numbers of entries by game, plus one; 0 for a game that is not known."""

    def __init__(self, file: int, store_id: bytes, counts: "array[int]") -> None:
        self._file = file
        self._counts = counts
        self._head = _MAGIC + store_id

    @classmethod
    def open(cls, path: Path, store_id: bytes) -> Self:
        """Read it, or begin a new one if there is none of this store. Raises ``OSError``."""
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
        """How many entries a game had; None if it is not known."""
        known = self._counts[seq] if seq < len(self._counts) else 0
        return known - 1 if known else None

    def games_after(self, seq: int) -> int:
        """How many games are known that began after this one."""
        return sum(1 for known in self._counts[seq + 1 :] if known)

    def reset(self, counts: Mapping[int, int]) -> None:
        """Forget everything but these numbers."""
        self._counts = array("I", bytes(_ITEM * (max(counts, default=0) + 1)))
        for seq, entries in counts.items():
            self._counts[seq] = entries + 1
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, self._head + self._counts.tobytes(), 0)

    def forget(self, games: Iterable[int]) -> None:
        """These games are gone, and that is no loss."""
        self.update({seq: -1 for seq in games if seq < len(self._counts)})

    def update(self, counts: Mapping[int, int]) -> None:
        """Note new numbers. A disk that does not take them is no reason to stop a game."""
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
