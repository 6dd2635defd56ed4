"""A real terminal for tests and benches: a program in a pseudo-terminal, and an emulator that reads it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

from tests import PATIENCE
from triqueta_protocol.internal.defaults import LAN_OFF, LAN_VARIABLE
from triqueta_protocol.internal.tuning_switches import VARIABLE

KEYS: Mapping[str, bytes] = {
    "enter": b"\r",
    "escape": b"\x1b",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "f1": b"\x1bOP",
    "f2": b"\x1bOQ",
    "ctrl+c": b"\x03",
    "ctrl+l": b"\x0c",
    "ctrl+q": b"\x11",
    "ctrl+z": b"\x1a",
}

_ALTERNATE_SCREEN = 1049
_MOUSE = 1000


class TerminalTimeoutError(AssertionError):
    """What was waited for did not come; the message shows the screen."""


class _Screen(pyte.Screen):
    """A screen that remembers the modes it was put into by number."""

    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self.private: set[int] = set()

    def set_mode(self, *modes: int, **options: bool) -> None:
        """Remember private modes; the alternate screen begins empty."""
        if options.get("private"):
            self.private |= set(modes)
            if _ALTERNATE_SCREEN in modes:
                self.erase_in_display(2)
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes: int, **options: bool) -> None:
        """Forget private modes."""
        if options.get("private"):
            self.private -= set(modes)
        super().reset_mode(*modes, **options)

    def report_device_attributes(self, mode: int = 0, **options: bool) -> None:
        """A terminal that is asked what it is keeps silent: so do some real ones."""

    def report_device_status(self, mode: int) -> None:
        """Nor does it say where its cursor is."""


class Terminal:
    """A program in a terminal of its own. Everything waits for what is on the screen, never for a time."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self.screen = _Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.written = 0
        """Bytes the program has written so far."""
        self.raw = b""
        """All of them."""
        self.ended = False
        self._closed = False
        self.last_read = 0.0
        """When something last came."""
        master, slave = pty.openpty()
        self._master = master
        self._resize_pty(*size)
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            cwd=folder,
            env=dict(environment or os.environ),
        )

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program if it still runs."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if not self._closed:
            os.close(self._master)
            os.close(self._slave)

    @property
    def lines(self) -> list[str]:
        """What is on the screen, line by line."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.lines)

    @property
    def restored(self) -> bool:
        """Whether the terminal is as the program found it: main screen, no mouse, cursor, line discipline."""
        return (
            not self.screen.private & {_ALTERNATE_SCREEN, _MOUSE}
            and not self.screen.cursor.hidden
            and termios.tcgetattr(self._slave) == self.before
        )

    def press(self, *keys: str) -> None:
        """Type keys by name, or letters as they are."""
        for key in keys:
            os.write(self._master, KEYS.get(key, key.encode()))

    def type(self, typed: bytes) -> None:
        """Type bytes that no key stands for."""
        os.write(self._master, typed)

    def resize(self, columns: int, lines: int) -> None:
        """Make the window another size."""
        self._resize_pty(columns, lines)
        self.screen.resize(lines, columns)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def read(self, seconds: float) -> int:
        """Read what comes within some time, at most one portion; returns how many bytes it was."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return 0
        try:
            portion = os.read(self._master, 65536)
        except OSError:
            portion = b""
        if not portion:
            self.ended = True
        self.written += len(portion)
        self.raw += portion
        self.last_read = time.perf_counter()
        # The emulator would print the last letter of what ends the keyboard protocol.
        self._stream.feed(portion.replace(b"\x1b[<u", b""))
        return len(portion)

    def wait_for(self, what: str | Callable[[str], bool], seconds: float = PATIENCE) -> str:
        """Read until the screen shows a text, or fits a description; returns the screen."""
        deadline = time.monotonic() + seconds
        fits = (lambda text: what in text) if isinstance(what, str) else what
        while not fits(self.text):
            left = deadline - time.monotonic()
            gone = self.process.poll() is not None
            if left <= 0 or (not self.read(min(left, 0.2)) and gone):
                raise TerminalTimeoutError(f"{what!r} did not come. The screen:\n{self.text}")
        return self.text

    def settle(self, quiet: float = 0.3, most: float = PATIENCE) -> int:
        """Read until the program has written nothing for a while; returns how many bytes came."""
        before = self.written
        deadline = time.monotonic() + most
        while self.read(quiet) and time.monotonic() < deadline:
            pass
        return self.written - before

    def read_for(self, seconds: float) -> None:
        """Read everything that comes within this time."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not self.ended:
            self.read(left)

    def wait_for_end(self, seconds: float = PATIENCE) -> int:
        """Read until the program has ended; returns its exit status."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                raise TerminalTimeoutError(f"the program did not end. The screen:\n{self.text}")
            self.read(0.1)
        while self.read(0.05):
            pass
        return self.process.returncode

    def hang_up(self) -> None:
        """Take the terminal away from the program, as closing its window does."""
        os.close(self._master)
        os.close(self._slave)
        self._closed = True

    def _resize_pty(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def triqueta(*arguments: str) -> list[str]:
    """The command that starts the real program."""
    return [sys.executable, "-m", "triqueta_tui", *arguments]


def own_environment(folder: Path, **more: str) -> dict[str, str]:
    """A terminal with 256 colours, in English, with a home of its own and no network around it."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in {"PATH", "VIRTUAL_ENV", "PYTHONPATH", VARIABLE}
    }
    home = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    own = {
        "HOME": str(folder),
        "USER": "robin",
        "TERM": "xterm-256color",
        "LANG": "en_US.UTF-8",
        LAN_VARIABLE: LAN_OFF,
    }
    return kept | home | own | more
