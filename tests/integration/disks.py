"""Disks that fill up and get room again, in the ways a machine allows."""

import errno
import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from tests.serving import ServerProcess


class Disk(Protocol):
    """Where a server's data lies."""

    def fill(self, server: ServerProcess) -> None:
        """Let nothing more be written."""

    def make_room(self, server: ServerProcess) -> None:
        """Let it be written again."""


class SmallDisk:
    """A file system of its own, and a ballast that takes up what is left of it."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"

    def fill(self, server: ServerProcess) -> None:
        with self._ballast.open("wb", buffering=0) as ballast, suppress_full():
            while ballast.write(bytes(4096)):
                pass

    def make_room(self, server: ServerProcess) -> None:
        self._ballast.unlink()


@contextmanager
def suppress_full() -> Iterator[None]:
    """Go on when there is no space left, and only then."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise


class Quota:
    """A limit on the size of the server's files, moved while it runs."""

    def fill(self, server: ServerProcess) -> None:
        log = server.store.with_name(server.store.name + "-wal")
        self._limit(server, log.stat().st_size)

    def make_room(self, server: ServerProcess) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: ServerProcess, size: int) -> None:
        if server.process.poll() is not None:
            return  # the limit has ended with its process
        _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, hard))


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """Put a small file system on a folder; skips where that is not allowed."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    folder.mkdir(parents=True)
    mounting = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
        text=True,
    )
    if mounting.returncode:
        pytest.skip(f"no small file system can be mounted here: {mounting.stderr.strip()}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def quota(_folder: Path) -> Iterator[Quota]:
    """Limit file sizes from outside; skips where the system cannot."""
    if not hasattr(resource, "prlimit"):
        pytest.skip("this system cannot limit a running process")
    yield Quota()
