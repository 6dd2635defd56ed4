"""Servers for friends on this machine: what they are called, where they listen, where they keep their data.

That is with ``triqueta-server`` in one folder, if it is free.

Then both are the same server in turn, with the same players, games, identity and SSH host key.
"""

import contextlib
import logging
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from triqueta_protocol.internal.defaults import HOST_KEY_FILE
from triqueta_tui.paths import Paths
from triqueta_tui.session.known_servers import HOSTED
from triqueta_tui.settings import write_atomically

_BESIDE: Final = ":beside"

_log = logging.getLogger(__name__)


class LeftBehind(Struct, frozen=True):
    """A server that goes on without the program that started it."""

    port: int
    process: int
    beside: bool = False


def place(number: int, *, beside: bool) -> str:
    """What the memory calls the server with this number; ``beside`` if another one has the usual folder."""
    return f"{HOSTED}:{number}{_BESIDE if beside else ''}"


def number_of(place: str) -> tuple[int, bool]:
    """The number of the server that the memory calls so, and whether it runs beside another one."""
    return int(place.removesuffix(_BESIDE).partition(":")[2]), place.endswith(_BESIDE)


def port_of(paths: Paths, place: str) -> int:
    """Where that server listens, if it runs; 0 if nobody knows."""
    number, _ = number_of(place)
    left = left_behind(paths, number)
    return left.port if left is not None else number


def note_of(paths: Paths, number: int) -> Path:
    """The file that says how to find a server that was left behind."""
    return paths.hosted / str(number) / "left_behind.json"


def left_behind(paths: Paths, number: int) -> LeftBehind | None:
    try:
        return msgspec.json.decode(note_of(paths, number).read_bytes(), type=LeftBehind)
    except (OSError, msgspec.DecodeError):
        return None


def folder_of(paths: Paths, number: int, *, beside: bool = False) -> Path:
    """The folder of the server with this number; ``beside`` while another one has the usual folder."""
    return paths.hosted / f"beside-{number}" if beside else paths.server


def share_host_key(paths: Paths, folder: Path) -> None:
    """Give a folder the SSH host key of ``triqueta-server``, or the other way round, so that ssh finds one.

    If each has its own already, both stay: guests know them.
    """
    keys = [folder / HOST_KEY_FILE, paths.server / HOST_KEY_FILE]
    for source, target in (keys, reversed(keys)):
        with contextlib.suppress(FileNotFoundError):
            key = source.read_bytes()
            if not target.exists():
                try:
                    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    write_atomically(target, key, mode=0o600)
                except OSError as error:
                    _log.warning("%s cannot be written: %s", target, error)
