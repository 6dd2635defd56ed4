"""Notices that the store's files were removed, replaced or changed by somebody else while they are open.

SQLite does not: it goes on with the files it has opened, wherever they are now. Nothing is opened here, since
closing a file drops the locks that SQLite has on it.
"""

import os
from collections.abc import Mapping
from enum import Enum, auto
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

SIDE_FILES: Final = ("-wal", "-shm")

FRESH: Final = 0.1
"""Seconds. A busy server commits more often than that, and looks after each commit anyway."""


class Change(Enum):
    NONE = auto()
    MISSING = auto()
    """The database is not where it was."""
    REPLACED = auto()
    """There is another one."""
    SIDE_FILE = auto()
    """The write-ahead log or its index is gone, or another."""
    TOUCHED = auto()
    """Somebody else has written to the database or its log: another program, or an accident."""


class _State(NamedTuple):
    place: tuple[int, int]
    size: int
    written_at: int


class FileWatch:
    def __init__(self, path: Path) -> None:
        self._paths = {ending: f"{path}{ending}" for ending in ("", *SIDE_FILES)}
        self._known: Mapping[str, _State | None] = {}
        self._noted_at = 0.0
        self.note()

    def note(self) -> None:
        """What is there now is as it should be."""
        self._known = self._look()
        self._noted_at = monotonic()

    def change(self) -> Change:
        """What somebody else has done since ``note``."""
        now = self._look()
        displacement = self._displacement(now)
        if displacement is Change.NONE and now != self._known:
            return Change.TOUCHED
        return displacement

    def is_fresh(self) -> bool:
        """Whether ``note`` was called so short a time ago that there is no need to look again."""
        return monotonic() - self._noted_at < FRESH

    def note_write(self) -> Change:
        """Note what a write of ours has changed, unless the files are not those that were opened."""
        now = self._look()
        displacement = self._displacement(now)
        if displacement is Change.NONE:
            self._known = now
            self._noted_at = monotonic()
        return displacement

    def _displacement(self, now: Mapping[str, _State | None]) -> Change:
        known = self._known
        database, before = now[""], known[""]
        if database is None:
            return Change.MISSING
        if before is None or database.place != before.place:
            return Change.REPLACED
        for ending in SIDE_FILES:
            side, side_before = now[ending], known[ending]
            if side_before is not None and (side is None or side.place != side_before.place):
                return Change.SIDE_FILE
        return Change.NONE

    def _look(self) -> dict[str, _State | None]:
        states = {ending: _state(path) for ending, path in self._paths.items()}
        index = states["-shm"]
        if index is not None:
            # Memory that is shared with readers, who write to it.
            states["-shm"] = _State(index.place, 0, 0)
        return states


def _state(path: str) -> _State | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - asked for at every commit
    except OSError:
        return None
    return _State((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns)
