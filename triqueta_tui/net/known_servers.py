"""The file with what is remembered of servers: the player's tokens, and seats in running games."""

import logging
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from triqueta_tui.settings import write_atomically

HERE: Final = "here"
"""Prefix of the names of private servers; the port they listen on does not matter."""

HOSTED: Final = "hosted"
"""Prefix of the names of servers for friends on this machine; the port follows."""

_log = logging.getLogger(__name__)


class WaitingSeat(Struct, frozen=True):
    """A seat in a game that was not over when it was last seen."""

    server: str
    name: str
    """The player's name there."""
    table: str
    game: str


class Remembered(Struct, frozen=True):
    """The content of the file; keys are made of server and name."""

    tokens: dict[str, str] = {}
    seats: dict[str, WaitingSeat] = {}


class Memory:
    """The file with the tokens. Whoever can read it can play in your name, so only its owner can."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def token(self, server: str, name: str) -> str | None:
        """The token that makes us the same player as before on this server."""
        return self._read().tokens.get(_key(server, name))

    def keep_token(self, server: str, name: str, token: str) -> None:
        known = self._read()
        key = _key(server, name)
        if known.tokens.get(key) != token:
            self._write(msgspec.structs.replace(known, tokens=known.tokens | {key: token}))

    @property
    def seat(self) -> WaitingSeat | None:
        """The seat to go back to: of several, the one that was taken last."""
        return next(reversed(self._read().seats.values()), None)

    def keep_seat(self, seat: WaitingSeat) -> None:
        known = self._read()
        key = _key(seat.server, seat.name)
        if known.seats.get(key) != seat:
            others = {other: waits for other, waits in known.seats.items() if other != key}
            self._write(msgspec.structs.replace(known, seats=others | {key: seat}))

    def forget_seat(self, server: str, name: str) -> None:
        known = self._read()
        key = _key(server, name)
        if key in known.seats:
            others = {other: waits for other, waits in known.seats.items() if other != key}
            self._write(msgspec.structs.replace(known, seats=others))

    def _read(self) -> Remembered:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Remembered)
        except FileNotFoundError:
            return Remembered()
        except (OSError, msgspec.DecodeError) as error:
            _log.warning("%s cannot be read: %s", self._path, error)
            return Remembered()

    def _write(self, remembered: Remembered) -> None:
        try:
            write_atomically(self._path, msgspec.json.encode(remembered), mode=0o600)
        except OSError as error:
            _log.warning("%s cannot be written: %s", self._path, error)


def _key(server: str, name: str) -> str:
    """Two names at one machine are two players."""
    return f"{server} {name.casefold()}"
