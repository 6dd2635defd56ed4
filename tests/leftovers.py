"""Fails a test run that leaves something behind: a process, an open socket or a temporary folder."""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

GRACE = float(os.environ.get("TRIQUETA_TEST_GRACE", "60"))
"""Seconds for processes that have been told to end."""


class Leftovers:
    """Looks once, when the last test has ended. Each process of pytest-xdist has one; the first sees all."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        """Where temporary files of the whole run go; None in a worker, which inherits it."""
        self._started = psutil.Process().create_time()
        self.of_workers: list[str] = []

    def find(self) -> Iterator[str]:
        """A line for each thing that was left."""
        for connection in psutil.Process().net_connections("inet"):
            if connection.status == psutil.CONN_LISTEN:
                yield f"a listening socket: {connection.laddr}"
        if self._folder is not None:
            yield from self._processes()
            yield from (f"in the temporary folder: {path.name}" for path in self._folder.iterdir())

    def remove(self) -> None:
        """Remove the temporary folder of the run."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _processes(self) -> Iterator[str]:
        """Processes of this environment's Python that began during the run, and all below it."""
        deadline = time.monotonic() + GRACE
        while (left := self._running()) and time.monotonic() < deadline:
            psutil.wait_procs(left, timeout=0.2)
        for process in left:
            with suppress(psutil.Error):
                test = process.environ().get("PYTEST_CURRENT_TEST", "a test")
                yield f"a process of {test}: {process.pid} {' '.join(process.cmdline())[:200]}"

    def _running(self) -> list[psutil.Process]:
        return [
            process
            for process in psutil.process_iter()
            if process.pid != os.getpid() and self._is_left(process)
        ]

    def _is_left(self, process: psutil.Process) -> bool:
        with suppress(psutil.Error):
            if process.create_time() < self._started or process.status() == psutil.STATUS_ZOMBIE:
                return False
            if folder := process.environ().get("TMPDIR"):
                return folder == str(self._folder)
            # Gateways get an environment of their own. One that has lost its server has no parent.
            return process.ppid() == 1 and process.cmdline()[:1] == [sys.executable]
        return False


_LEFTOVERS = pytest.StashKey[Leftovers]()


def pytest_configure(config: pytest.Config) -> None:
    folder = None
    if not hasattr(config, "workerinput"):
        # pytest's own folders stay where they are looked for after a failure.
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
        folder = Path(tempfile.mkdtemp(prefix="triqueta-tests-"))
        folder.chmod(0o755)  # some tests go on as another user
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    config.stash[_LEFTOVERS] = Leftovers(folder)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Collect what a worker of pytest-xdist has left."""
    node.config.stash[_LEFTOVERS].of_workers += node.workeroutput.get("left", [])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    leftovers = session.config.stash[_LEFTOVERS]
    left = [*leftovers.of_workers, *leftovers.find()]
    leftovers.remove()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left"] = left
    elif left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        print("\nleft behind by the tests:", *left, sep="\n  ", file=sys.stderr, flush=True)
