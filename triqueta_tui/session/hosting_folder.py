"""Where a server for friends keeps its data: with ``triqueta-server`` in one folder, if that is free.

Then both are the same server in turn, with the same players, games, identity and SSH host key.
"""

import contextlib
import logging
from pathlib import Path

from triqueta_protocol.internal.defaults import HOST_KEY_FILE
from triqueta_tui.paths import Paths
from triqueta_tui.settings import write_atomically

_log = logging.getLogger(__name__)


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
