"""Servers for tests that are forked from a process which has imported the server once.

They are processes like any other: with a session of their own, killed and waited for by whoever started them.
Only the 0.2 s of CPU that a server needs to import itself are spent once. ``python -m tests.forked_servers``
is the process that forks them; it ends with the tests.
"""

import ctypes
import json
import os
import runpy
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final

USABLE: Final = sys.platform == "linux"

_SET_CHILD_SUBREAPER: Final = 36
_LONGEST: Final = 1 << 17


class ForkServer:
    """Asks for servers, one at a time; the process that forks them is started for the first."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """Servers that run go on."""
        if self._line is not None and self._process is not None:
            self._line.close()
            self._process.wait()

    def start(
        self, module: str, options: Sequence[str], environment: Mapping[str, str], errors: IO[bytes]
    ) -> "subprocess.Popen[bytes]":
        """What ``python -m`` starts, reading from one pipe and writing to another."""
        their_input, our_output = os.pipe()
        our_input, their_output = os.pipe()
        wanted = {
            "module": module,
            "options": options,
            "environment": dict(environment),
            "folder": str(Path.cwd()),
        }
        with self._lock, _adopting():
            self._line = line = self._line or self._open()
            socket.send_fds(line, [json.dumps(wanted).encode()], [their_input, their_output, errors.fileno()])
            number = int(line.recv(32))
        os.close(their_input)
        os.close(their_output)
        return _as_if_started_here(number, options, our_output, our_input)

    def _open(self) -> socket.socket:
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there:
            command = [sys.executable, "-m", __spec__.name, str(there.fileno())]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[there.fileno()])
        return here


@contextmanager
def _adopting() -> Iterator[None]:
    """While this lasts, whoever loses its parent becomes a child of this process."""
    libc = ctypes.CDLL(None)
    libc.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        libc.prctl(_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def _as_if_started_here(
    number: int, options: Sequence[str], write: int, read: int
) -> "subprocess.Popen[bytes]":
    process: Any = subprocess.Popen.__new__(subprocess.Popen)
    process.args = options
    process.pid = number
    process.returncode = None
    process.stdin, process.stdout, process.stderr = os.fdopen(write, "wb"), os.fdopen(read, "rb"), None
    process._input = None
    process._child_created = True
    process._communication_started = False
    process._sigint_wait_secs = 0.25
    process._waitpid_lock = threading.Lock()
    process.text_mode = process.encoding = process.errors = process.universal_newlines = None
    return process  # type: ignore[no-any-return]


def _serve(line: socket.socket) -> str:
    """Fork a server for each request; returns in the server, with the module to run."""
    while True:
        said, fds, _, _ = socket.recv_fds(line, _LONGEST, 3)
        if not said:
            sys.exit()
        told, tell = os.pipe()
        between = os.fork()
        if between == 0:
            server = os.fork()
            if server == 0:
                line.close()
                os.close(told)
                os.close(tell)
                return _begin(json.loads(said), fds)
            os.write(tell, b"%d" % server)
            os._exit(0)
        # When the one between has ended, the server is a child of whoever adopts orphans.
        os.waitpid(between, 0)
        line.send(os.read(told, 32))
        for fd in (told, tell, *fds):
            os.close(fd)


def _begin(wanted: dict[str, Any], fds: list[int]) -> str:
    os.setsid()
    for at, fd in enumerate(fds):
        os.dup2(fd, at)
        os.close(fd)
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["environment"])
    module: str = wanted["module"]
    sys.argv = [module, *wanted["options"]]
    return module


if __name__ == "__main__":
    import_module("server.cli")
    with socket.socket(fileno=int(sys.argv[1])) as asked:
        wanted_module = _serve(asked)
    runpy.run_module(wanted_module, run_name="__main__", alter_sys=True)
