"""The file with what is remembered of servers: where they were met, and seats in running games.

A server is known by the identity that it has proven, wherever it is met; the addresses beside it are hints.
Private servers of this machine need prove nothing and are known by their names.
"""

import logging
from pathlib import Path
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct, structs

from triqueta_protocol.internal.defaults import MAIN_PROFILE
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


class WaitingSeat(Struct, frozen=True, omit_defaults=True):
    """A seat in a game that was not over when it was last seen."""

    server: str
    """Where the server was met last."""
    table: str
    game: str
    identity: str = ""
    """The server's public key in hex; empty for a private server."""
    companions: tuple[str, ...] = ()
    """The names of the other players at this keyboard."""


class KnownServer(Struct, frozen=True):
    """A server that has proven its identity."""

    places: tuple[str, ...] = ()
    """Where it was met, the last place first."""

    def way_back(self, place: str) -> str:
        """Where to look for it after it was met at this place: what runs here may have to be started here."""
        return next((own for own in self.places if own.startswith(HOSTED)), place)


class Remembered(Struct, frozen=True):
    """The content of the file."""

    seats: dict[str, WaitingSeat] = {}
    """By server and profile."""
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
        self._profile = profile
        self._unwritten = Remembered()
        """What is remembered without a file."""

    def standing(self, place: str, identity: str) -> Standing:
        known = self._read()
        if identity in known.servers:
            return "known"
        if known.met_at(place):
            return "another"
        return "new"

    def keep_server(self, place: str, identity: str) -> None:
        """Remember where a server was met, also for the seat that waits there."""
        known = self._read()
        server = known.servers.get(identity, KnownServer())
        server = KnownServer(tuple(dict.fromkeys((place, *server.places)))[:MOST_PLACES])
        servers = _last(known.servers, identity, server)
        seats = {
            held: structs.replace(seat, server=server.way_back(place)) if seat.identity == identity else seat
            for held, seat in known.seats.items()
        }
        self._replace(known, servers=dict(list(servers.items())[-MOST_SERVERS:]), seats=seats)

    @property
    def seat(self) -> WaitingSeat | None:
        """The seat to go back to: of several, the one that was taken last."""
        seats = self._read().seats
        return next((seats[key] for key in reversed(seats) if key.endswith(f" {self._profile}")), None)

    def keep_seat(self, seat: WaitingSeat) -> None:
        known = self._read()
        key = self._key(seat.server, seat.identity)
        if (server := known.servers.get(seat.identity)) is not None:
            seat = structs.replace(seat, server=server.way_back(seat.server))
        if known.seats.get(key) != seat:
            self._replace(known, seats=_last(known.seats, key, seat))

    def forget_seat(self, place: str, identity: str = "") -> None:
        known = self._read()
        forgotten = self._key(place, identity)
        self._replace(known, seats={key: seat for key, seat in known.seats.items() if key != forgotten})

    def _key(self, place: str, identity: str) -> str:
        return f"{identity or place} {self._profile}"

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
