"""The file with a player's unfinished games as they were last seen, and with results not yet seen.

The client writes it whenever it learns something of them; ``triqueta turns`` prints it.
"""

import contextlib
import fcntl
import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct, structs

from triqueta_protocol.internal.defaults import MAIN_PROFILE
from triqueta_tui.settings import write_atomically

_log = logging.getLogger(__name__)

Kept = TypeVar("Kept", bound="WaitingSeat | UnseenResult")


class WaitingSeat(Struct, frozen=True, omit_defaults=True):
    """A seat at a table whose game was not over when it was last seen."""

    server: str
    """Where the server was met last."""
    table: str
    game: str
    identity: str = ""
    """The server's public key in hex; empty for a private server."""
    companions: tuple[str, ...] = ()
    """The names of the other players at this keyboard."""
    seat: int = 0
    names: tuple[str, ...] = ()
    """By seat; empty for free ones."""
    bots: tuple[int, ...] = ()
    """The seats without a player."""
    status: Literal["waiting", "playing", "over"] = "playing"
    owing: tuple[int, ...] = ()
    """The seats that owe a decision."""
    yours: bool = False
    """Whether it is for this player to decide."""
    since: float | None = None
    """Seconds since 1970: when something happened last."""

    @property
    def key(self) -> str:
        return f"{self.identity or self.server} {self.table}"

    @property
    def others(self) -> list[str]:
        """The names of the other people."""
        return [
            name for at, name in enumerate(self.names) if name and at != self.seat and at not in self.bots
        ]

    @property
    def awaited(self) -> list[str]:
        """The names of those who owe a decision."""
        return [self.names[at] for at in self.owing if at < len(self.names)]


class UnseenResult(Struct, frozen=True, omit_defaults=True):
    """A game that ended while its player was away."""

    server: str
    id: str
    game: str
    names: tuple[str, ...] = ()
    """By seat."""
    winners: tuple[int, ...] = ()
    seat: int | None = None
    identity: str = ""
    since: float | None = None
    """Seconds since 1970: when it ended."""

    @property
    def key(self) -> str:
        return f"{self.identity or self.server} {self.id}"

    @property
    def others(self) -> list[str]:
        return [name for at, name in enumerate(self.names) if at != self.seat]

    @property
    def won(self) -> bool:
        return self.seat in self.winners


class _Content(Struct, frozen=True):
    """By server, table or game, and profile; the last one is the one that was taken last."""

    seats: dict[str, WaitingSeat] = {}
    results: dict[str, UnseenResult] = {}


class OwnTables:
    """What one profile has in the file."""

    def __init__(self, path: Path | None, profile: str = MAIN_PROFILE) -> None:
        """``None`` keeps everything in memory and writes no file."""
        self.path = path
        self._profile = profile
        self._unwritten = _Content()

    @property
    def seats(self) -> list[WaitingSeat]:
        """The seat taken last is the first."""
        return self._own(self._read().seats)

    @property
    def results(self) -> list[UnseenResult]:
        return self._own(self._read().results)

    def trouble(self) -> str:
        """Why the file cannot be read; empty if it can, or if there is none."""
        try:
            if self.path is not None:
                msgspec.json.decode(self.path.read_bytes(), type=_Content)
        except FileNotFoundError:
            return ""
        except (OSError, msgspec.DecodeError) as error:
            return getattr(error, "strerror", None) or str(error)
        return ""

    def keys(self, place: str | None = None) -> list[str]:
        """The keys of all seats and results; of those on one server, by its identity or name."""
        every: list[WaitingSeat | UnseenResult] = [*self.seats, *self.results]
        return [one.key for one in every if place in {None, one.identity or one.server}]

    def keep_seat(self, seat: WaitingSeat) -> None:
        with self._changing() as content:
            key = self._key(seat)
            before = content.seats.get(key)
            if before is None or before.status != seat.status:
                self._write(structs.replace(content, seats=_without(content.seats, key) | {key: seat}))
            elif before != seat:
                self._write(structs.replace(content, seats=content.seats | {key: seat}), flush=False)

    def forget(self, key: str) -> None:
        """Forget the seat or result with this key."""
        self.replace([key])

    def replace(
        self, keys: Iterable[str], seats: Iterable[WaitingSeat] = (), results: Iterable[UnseenResult] = ()
    ) -> None:
        """Put these seats and results in the place of those with the keys."""
        old = {f"{key} {self._profile}" for key in keys}
        with self._changing() as content:
            now = _Content(
                {key: one for key, one in content.seats.items() if key not in old}
                | {self._key(one): one for one in seats},
                {key: one for key, one in content.results.items() if key not in old}
                | {self._key(one): one for one in results},
            )
            if now != content:
                self._write(now)

    def _key(self, one: WaitingSeat | UnseenResult) -> str:
        return f"{one.key} {self._profile}"

    def _own(self, entries: dict[str, Kept]) -> list[Kept]:
        return [one for key, one in reversed(entries.items()) if key == self._key(one)]

    @contextlib.contextmanager
    def _changing(self) -> Iterator[_Content]:
        """The content, which no other window changes meanwhile."""
        if self.path is None:
            yield self._unwritten
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = self.path.with_suffix(".lock").open("wb")
        except OSError as error:
            _log.warning("%s cannot be written: %s", self.path, error)
            yield self._read()
            return
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield self._read()

    def _read(self) -> _Content:
        if self.path is None:
            return self._unwritten
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=_Content)
        except FileNotFoundError:
            return _Content()
        except (OSError, msgspec.DecodeError) as error:
            _log.warning("%s cannot be read: %s", self.path, error)
            return _Content()

    def _write(self, content: _Content, *, flush: bool = True) -> None:
        if self.path is None:
            self._unwritten = content
            return
        try:
            write_atomically(self.path, msgspec.json.encode(content), mode=0o600, flush=flush)
        except OSError as error:
            _log.warning("%s cannot be written: %s", self.path, error)


def _without(entries: dict[str, Kept], key: str) -> dict[str, Kept]:
    return {other: entry for other, entry in entries.items() if other != key}
