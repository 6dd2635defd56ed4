"""A PostgreSQL of one's own: made in a folder, reached by a socket there, gone with it."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psutil


@cache
def missing() -> str:
    """What is not installed, in a sentence; empty if all is there."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed: pip install 'psycopg[binary]'"
    return "" if _programs() else "PostgreSQL is not installed: apt-get install postgresql"


def _programs() -> Path | None:
    """The folder with ``initdb`` and ``postgres``, which Debian does not put on the path."""
    found = shutil.which("initdb")
    folders = (
        [Path(found).resolve().parent]
        if found
        else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    )
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


class Cluster:
    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder = folder
        self._programs = programs
        # PostgreSQL does not run as root.
        self._user = "postgres" if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", "data", "-U", "triqueta", "-A", "trust", "-E", "UTF8", "--locale", "C")

    @property
    def dsn(self) -> str:
        return f"host={self._folder} user=triqueta dbname=postgres connect_timeout=2"

    def start(self) -> None:
        """Durable as it comes: ``fsync`` and ``synchronous_commit`` are on."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", "data", "-k", self._folder, "-c", "listen_addresses="],
                cwd=self._folder,
                user=self._user,
                stdout=log,
                stderr=log,
            )
        while subprocess.run(
            [self._programs / "pg_isready", "-q", "-h", self._folder], check=False
        ).returncode:
            assert self._process.poll() is None, (self._folder / "log").read_text()
            time.sleep(0.05)

    def crash(self) -> None:
        """Kill all of it, whatever it is doing."""
        processes = self._processes()
        for each in processes:
            each.kill()
        self._wait()
        psutil.wait_procs(processes)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._wait()

    def cpu(self) -> float:
        """Seconds that its processes have used so far."""
        used = [each.cpu_times() for each in self._processes()]
        return float(sum(times.user + times.system for times in used))

    def _processes(self) -> list[psutil.Process]:
        assert self._process is not None
        own = psutil.Process(self._process.pid)
        return [own, *own.children(recursive=True)]

    def _wait(self) -> None:
        assert self._process is not None
        self._process.wait()
        self._process = None

    def _run(self, program: str, *options: str) -> None:
        command = [str(self._programs / program), *options]
        subprocess.run(command, cwd=self._folder, user=self._user, check=True, capture_output=True)


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A cluster in a folder of its own, as long as it is needed. Nothing may be ``missing``."""
    programs = _programs()
    assert programs is not None
    with tempfile.TemporaryDirectory(prefix="triqueta-postgres-") as folder:
        cluster = Cluster(Path(folder), programs)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
