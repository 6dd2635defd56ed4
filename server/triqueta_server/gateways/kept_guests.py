"""What is kept of guests between visits: a small file of settings for each key or cookie."""

import asyncio
import contextlib
import hashlib
import logging
import os
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from triqueta_protocol.internal.guest import LONGEST_NOTE, GuestNote, Kept
from triqueta_protocol.internal.languages import LANGUAGES

WRITE_AGAIN: Final = 1.0
"""Seconds between two changes that are written."""

KEPT_FOLDER: Final = "guests"
"""In the data folder, for all gateways."""

_DAY: Final = 24 * 3600
_LEFT: Final = 0.9
"""Of the most that may be kept, so much is left when there are too many."""

log = logging.getLogger(__name__)


class KeptGuest(Struct, frozen=True):
    """The content of a file."""

    settings: Kept
    origin: str = ""
    """A mark for the address it came from: it tells the many of one stranger from the others."""


class KeptGuests:
    """The folder with the files. Their number, their size and their age are bounded."""

    def __init__(self, folder: Path, most: int, days: float, mark: Callable[[str], str]) -> None:
        """Keep ``most`` guests, 0 for none, for so many days after their last visit.

        ``mark`` turns an address into a pseudonym.
        """
        self._folder = folder
        self._mark = mark
        self._most = most
        self._age = days * _DAY

    def read(self, guest: str | None) -> Kept:
        """What is kept of the guest with this public key, who is here now."""
        if guest is None or not self._most:
            return {}
        path = self._path(guest)
        try:
            kept = msgspec.json.decode(path.read_bytes()[: 2 * LONGEST_NOTE], type=KeptGuest)
            if time.time() - path.stat().st_mtime > self._age:
                path.unlink()
                return {}
            os.utime(path)
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("guest's settings not read file=%s error=%s", path, error)
            return {}
        return kept.settings

    def language(self, guest: str | None) -> str | None:
        """The language this guest has chosen, if it is one of ours."""
        chosen = self.read(guest).get("language")
        return chosen if chosen in LANGUAGES else None

    def write(self, guest: str, settings: Kept, address: str) -> None:
        if not self._most:
            return
        path = self._path(guest)
        content = msgspec.json.encode(KeptGuest(settings, self._mark(address)))
        if len(content) > 2 * LONGEST_NOTE:
            return
        draft = path.with_suffix(f".{os.getpid()}")
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            new = not path.exists()
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(content)
            draft.replace(path)
            if new:
                self.tidy()
        except OSError as error:
            log.warning("guest's settings not written file=%s error=%s", path, error)
            with contextlib.suppress(OSError):
                draft.unlink()

    def forget(self, guest: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._path(guest).unlink()

    def tidy(self) -> None:
        """Remove what is too old, and if there are too many, those that count least.

        These are the longest unseen of whatever address has the most: a stranger who makes up guests pushes
        out none but these.
        """
        with contextlib.suppress(FileNotFoundError):
            found = [(entry.stat().st_mtime, Path(entry.path)) for entry in os.scandir(self._folder)]
            oldest = time.time() - self._age
            for _, path in (one for one in found if one[0] < oldest):
                path.unlink(missing_ok=True)
            found = sorted(one for one in found if one[0] >= oldest)
            if len(found) > self._most:
                self._remove_least([path for _, path in found], int(self._most * _LEFT))

    def _remove_least(self, paths: list[Path], left: int) -> None:
        marks = {path: _mark_in(path) for path in paths}
        counts = Counter(marks.values())
        while len(marks) > left:
            most = counts.most_common(1)[0][0]
            victim = next(path for path, mark in marks.items() if mark == most)
            victim.unlink(missing_ok=True)
            del marks[victim]
            counts[most] -= 1

    def _path(self, guest: str) -> Path:
        return self._folder / settings_file(guest)


class GuestKeeper:
    """Hears what one guest's client wants to be kept, and has it written at once, but not again at once."""

    def __init__(self, kept: KeptGuests, guest: str | None, address: str) -> None:
        self._kept = kept
        self._guest = guest
        self._address = address
        self._wanted: Kept | None = None
        self._resting: asyncio.TimerHandle | None = None

    def hear(self, note: GuestNote | None) -> None:
        """Take a note; None is the end of the visit."""
        if self._guest is None:
            return
        if note is None:
            if self._resting is not None:
                self._resting.cancel()
            self._write()
        elif note.forget:
            self._wanted = None
            self._kept.forget(self._guest)
        elif note.keep is not None:
            self._wanted = note.keep
            if self._resting is None:
                self._write()

    def _write(self) -> None:
        self._resting = None
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self._guest is not None:
            self._kept.write(self._guest, wanted, self._address)
            self._resting = asyncio.get_running_loop().call_later(WRITE_AGAIN, self._write)


def settings_file(guest: str) -> str:
    """The name of a guest's file. Names that others choose lead to no other folder."""
    return f"{hashlib.sha256(guest.encode()).hexdigest()[:32]}.json"


def _mark_in(path: Path) -> str:
    try:
        return msgspec.json.decode(path.read_bytes(), type=KeptGuest).origin
    except (OSError, msgspec.MsgspecError):
        return ""
