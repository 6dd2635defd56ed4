"""The file with what is remembered of servers: where they were met. Seats there are in a file beside it.

A server is known by the identity that it has proven, wherever it is met; the addresses beside it are hints.
Private servers of this machine need prove nothing and are known by their names.
"""

import logging
from pathlib import Path
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct, structs

from triqueta_protocol.internal.defaults import MAIN_PROFILE
from triqueta_tui.session.own_tables import Kept, OwnTables, UnseenResult, WaitingSeat
from triqueta_tui.settings import write_atomically

HERE: Final = "here"
"""Prefix of the names of private servers; the port they listen on does not matter."""

HOSTED: Final = "hosted"
"""Prefix of the names of servers for friends on this machine; the port follows."""

MOST_SERVERS: Final = 200
"""How many servers are remembered: those that were met last."""

MOST_PLACES: Final = 8
"""How many addresses of one server are remembered."""

Standing = Literal["known", "new", "another"]
"""How a server is known: met before, never met, or never met at a place where another one was met."""

Entry = TypeVar("Entry")

_log = logging.getLogger(__name__)


class KnownServer(Struct, frozen=True):
    """A server that has proven its identity."""

    places: tuple[str, ...] = ()
    """Where it was met, the last place first."""

    @property
    def way_back(self) -> str:
        """Where to look for it: what runs here may have to be started here."""
        return next((own for own in self.places if own.startswith(HOSTED)), self.places[0])


class Remembered(Struct, frozen=True):
    """The content of the file."""

    servers: dict[str, KnownServer] = {}
    """By identity; the one that was met last is the last."""

    def met_at(self, place: str) -> bool:
        """Whether a server that can prove its identity was met there."""
        return any(place in server.places for server in self.servers.values())


class Memory:
    """What one profile remembers of servers."""

    def __init__(self, path: Path | None, profile: str = MAIN_PROFILE) -> None:
        """``None`` keeps everything in memory and writes no file."""
        self._path = path
        self._unwritten = Remembered()
        """What is remembered without a file."""
        self.tables = OwnTables(path.with_name("tables.json") if path is not None else None, profile)

    def standing(self, place: str, identity: str) -> Standing:
        known = self._read()
        if identity in known.servers:
            return "known"
        if known.met_at(place):
            return "another"
        return "new"

    def keep_server(self, place: str, identity: str) -> None:
        """Remember where a server was met."""
        known = self._read()
        server = known.servers.get(identity, KnownServer())
        server = KnownServer(tuple(dict.fromkeys((place, *server.places)))[:MOST_PLACES])
        servers = _last(known.servers, identity, server)
        self._replace(known, servers=dict(list(servers.items())[-MOST_SERVERS:]))

    @property
    def seats(self) -> list[WaitingSeat]:
        """The seats to go back to, where their servers are now; the one that was taken last is the first."""
        return self._placed(self.tables.seats)

    @property
    def results(self) -> list[UnseenResult]:
        """Results that are still to be seen."""
        return self._placed(self.tables.results)

    def _placed(self, found: list[Kept]) -> list[Kept]:
        servers = self._read().servers if found else {}
        return [
            structs.replace(one, server=servers[one.identity].way_back) if one.identity in servers else one
            for one in found
        ]

    def _replace(self, known: Remembered, **fields: object) -> None:
        now = structs.replace(known, **fields)
        # The order counts: the last is the first to go back to, and the last to be forgotten.
        if msgspec.json.encode(now) != msgspec.json.encode(known):
            self._write(now)

    def _read(self) -> Remembered:
        if self._path is None:
            return self._unwritten
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Remembered)
        except FileNotFoundError:
            return Remembered()
        except (OSError, msgspec.DecodeError) as error:
            _log.warning("%s cannot be read: %s", self._path, error)
            return Remembered()

    def _write(self, remembered: Remembered) -> None:
        if self._path is None:
            self._unwritten = remembered
            return
        try:
            write_atomically(self._path, msgspec.json.encode(remembered), mode=0o600)
        except OSError as error:
            _log.warning("%s cannot be written: %s", self._path, error)


def _last(entries: dict[str, Entry], key: str, entry: Entry) -> dict[str, Entry]:
    """The entries with this one as the last."""
    return {other: one for other, one in entries.items() if other != key} | {key: entry}
