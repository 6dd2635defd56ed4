"""The player's secret, and the key pairs that follow from it: another one for each server and profile."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta, Struct

from triqueta_protocol.internal.defaults import MAIN_PROFILE
from triqueta_protocol.internal.private_files import PrivateFileError, create, kept
from triqueta_protocol.text import clean
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.settings import write_atomically

if TYPE_CHECKING:
    from triqueta_protocol.login import KeyPair

_SECRET: Final = 32


class PlayerSecret(Struct, frozen=True):
    """The content of the file. Anybody who can read it can play in the owner's name."""

    secret: Annotated[bytes, Meta(min_length=_SECRET, max_length=_SECRET)]
    generations: dict[str, int] = {}
    """How often the player's data was deleted, by server and profile."""


class AnotherIdentityError(Exception):
    """A player of this profile exists here already and would be lost."""


class PlayerKeys:
    """The keys of one person at this machine: a profile, and the profiles of hot-seat players."""

    def __init__(self, path: Path | None, profile: str = MAIN_PROFILE, secret: bytes | None = None) -> None:
        """Without a file the secret is for this run: the one that is given, or a fresh one."""
        self._path = path
        self.profile = profile
        self._unwritten = PlayerSecret(secret or secrets.token_bytes(_SECRET))

    def key(self, server: bytes, companion: str = "") -> "KeyPair":
        """The key pair for a server with this public key; of a hot-seat player, if one is named.

        Raises ``LinkGoneError`` if the file cannot be used.
        """
        from triqueta_protocol.login import KeyPair

        known, profile = self.read(), self._profile_of(companion)
        generation = known.generations.get(_place(server, profile), 0)
        return KeyPair.derive(known.secret, server, profile, generation)

    def renew(self, server: bytes) -> None:
        """Make a new key for a server that has deleted this player's data."""
        known, place = self.read(), _place(server, self.profile)
        generations = known.generations | {place: known.generations.get(place, 0) + 1}
        self._write(PlayerSecret(known.secret, generations))

    def export_to(self, file: Path) -> None:
        """Write the secret to a new file; raises ``OSError``, or ``LinkGoneError`` like ``key``."""
        content = msgspec.json.encode(self.read())
        if file.exists():
            raise FileExistsError(file)
        create(file, content)

    def import_from(self, file: Path, *, force: bool = False) -> None:
        """Be the player whose secret another machine has exported.

        Raises ``OSError``, ``DecodeError`` if the file holds none, ``AnotherIdentityError`` unless forced, or
        ``LinkGoneError`` like ``key``.
        """
        found = msgspec.json.decode(file.read_bytes(), type=PlayerSecret)
        taken = self._path is not None and self._path.exists()
        if taken and not force and self.read().secret != found.secret:
            raise AnotherIdentityError
        self._write(found)

    def read(self) -> PlayerSecret:
        """The content of the file, which is made at the first time; raises ``LinkGoneError``."""
        if self._path is None:
            return self._unwritten
        try:
            content = kept(self._path, lambda: msgspec.json.encode(self._unwritten))
            return msgspec.json.decode(content, type=PlayerSecret)
        except PrivateFileError as error:
            raise _unusable(self._path, error.why) from error
        except msgspec.DecodeError as error:
            raise LinkGoneError("identity_damaged", {"file": str(self._path)}) from error

    def _write(self, known: PlayerSecret) -> None:
        if self._path is None:
            self._unwritten = known
            return
        try:
            write_atomically(self._path, msgspec.json.encode(known), mode=0o600)
        except OSError as error:
            raise _unusable(self._path, error.strerror or str(error)) from error

    def _profile_of(self, companion: str) -> str:
        # A profile that is named on the command line has no such character.
        return f"{self.profile}/{clean(companion).casefold()}" if companion else self.profile


def _unusable(path: Path, why: str) -> LinkGoneError:
    if not why:
        return LinkGoneError("identity_open", {"file": str(path)})
    return LinkGoneError("identity_unusable", {"file": str(path), "reason": why})


def _place(server: bytes, profile: str) -> str:
    return f"{server.hex()} {profile}"
