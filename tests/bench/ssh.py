"""What a guest over SSH costs and waits: memory, the first frame, and a key, with real OpenSSH clients."""

import argparse
import os
import pty
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from fcntl import ioctl
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

from tests.bench.report import json_line, table
from tests.integration.ssh import SshServer
from triqueta_tui.game import PACKAGES, Games

SIZE = (100, 30)
BEAT = 0.5
"""Seconds between two keys of one guest."""
QUIET = 1.0
UP_DOWN = (b"\x1b[A", b"\x1b[B")
CURSOR_KEYS = {"triche": (b"c", b"c")}
"""What moves the cursor where a game begins, if it is not up and down."""


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench ssh", description=__doc__)
    parser.add_argument("--sessions", type=int, default=20, help="guests at once (default: %(default)s)")
    parser.add_argument("--logins", type=int, default=7, help="first frames (default: %(default)s)")
    parser.add_argument("--keys", type=int, default=20, help="keys of each guest (default: %(default)s)")
    parser.add_argument("--game", choices=list(PACKAGES), default="triqueta", help="(default: %(default)s)")
    parser.add_argument(
        "--turns",
        type=int,
        default=0,
        help="how often everybody presses Enter and waits (default: %(default)s)",
    )
    options = parser.parse_args(arguments)
    if shutil.which("ssh") is None:
        print("the ssh bench needs the program ssh", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        room = str(options.sessions + 1)
        ssh = SshServer.open(Path(folder), "--max-guests-per-address", room, "--max-rate", "5000")
        try:
            figures = _measure(ssh, options)
        finally:
            ssh.close()
    table(("ssh", "figure"), list(figures.items()))
    json_line(figures)


def _measure(ssh: SshServer, options: argparse.Namespace) -> dict[str, float]:
    first_frames = [_first_frame(ssh) for _ in range(options.logins + 1)][1:]
    others = options.sessions - 1
    with ExitStack() as lines:
        guests = [lines.enter_context(Line(ssh))]
        _sit_down(guests, options.game)
        alone = _pss(ssh)
        guests += [lines.enter_context(Line(ssh)) for _ in range(others)]
        _sit_down(guests[1:], options.game)
        figures = {"pss_mb_per_session": (_pss(ssh) - alone) / others}
        delays, sizes = _press(guests, options.keys, CURSOR_KEYS.get(options.game, UP_DOWN))
        if options.turns:
            # The first one waits meanwhile, and still takes what it took alone.
            _take_turns(guests[1:], options.turns)
            figures["pss_mb_after_turns"] = (_pss(ssh) - alone) / others
    return figures | {
        "first_frame_ms": statistics.median(first_frames),
        "key_p50_ms": statistics.median(delays),
        "key_p99_ms": statistics.quantiles(delays, n=100)[98],
        "key_bytes": statistics.median(sizes),
        "sessions": options.sessions,
        "keys": len(delays),
    }


class Line:
    """A guest's ``ssh`` in a terminal that nothing is drawn on: an emulator would cost more than the game."""

    def __init__(self, ssh: SshServer) -> None:
        self.master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        self.heard = b""
        self.last = 0.0
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            ssh.command(),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "en_US.UTF-8"},
        )
        os.close(slave)

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Hang up."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.master, keys)

    def read(self) -> None:
        """Take in what is there."""
        self.heard += os.read(self.master, 65536)
        self.last = time.perf_counter()


def _first_frame(ssh: SshServer) -> float:
    """Milliseconds from starting ``ssh`` to the last byte of a complete home screen."""
    with Line(ssh) as line:
        _until([line], _is_home)
        return (line.last - line.started) * 1000


def _sit_down(guests: Sequence[Line], game: str) -> None:
    """Everybody to a table of their own with two bots, until these wait for the guest."""
    title = Games(PACKAGES).title(game)
    _until(guests, _is_home)
    for guest in guests:
        # The home screen goes from one game to the next.
        guest.type(b"g" * list(PACKAGES).index(game))
    _until(guests, lambda line: f"{title} (".encode() in line.heard)
    for guest in guests:
        guest.type(b"1")
    _until(guests, lambda line: b"first game" in line.heard)
    for guest in guests:
        guest.type(b"\x1b")
    # The window's title says so at every table.
    _until(guests, lambda line: f"]2;Your turn: {title}".encode() in line.heard)
    _settle(guests)


def _take_turns(guests: Sequence[Line], turns: int) -> None:
    """Everybody confirms whatever is asked, so often, and waits for what comes of it."""
    for _ in range(turns):
        for guest in guests:
            guest.type(b"\r")
        _settle(guests)


def _press(
    guests: Sequence[Line], keys: int, there_and_back: tuple[bytes, bytes]
) -> tuple[list[float], list[int]]:
    """Everybody moves the cursor there and back, out of step; returns delays (ms) and bytes of each key."""
    delays: list[float] = []
    sizes: list[int] = []
    sent: dict[Line, tuple[float, int]] = {}
    due = [
        (number * BEAT + place * BEAT / len(guests), guest, there_and_back[number % 2])
        for number in range(keys)
        for place, guest in enumerate(guests)
    ]
    begun = time.perf_counter()

    def note(guest: Line) -> None:
        if guest in sent:
            at, before = sent.pop(guest)
            if len(guest.heard) > before:
                delays.append((guest.last - at) * 1000)
                sizes.append(len(guest.heard) - before)

    for when, guest, key in sorted(due, key=lambda one: one[0]):
        while (left := begun + when - time.perf_counter()) > 0:
            _read(guests, left)
        note(guest)
        sent[guest] = (time.perf_counter(), len(guest.heard))
        guest.type(key)
    _settle(guests)
    for guest in guests:
        note(guest)
    assert len(delays) > 0.9 * len(due), "most keys show on the screen"
    return delays, sizes


def _pss(ssh: SshServer) -> float:
    """Megabytes that the gateway and all clients take, what they share counted once."""
    # The server has processes for bots besides.
    gateway = next(
        one
        for one in psutil.Process(ssh.server.pid).children()
        if "triqueta_server.gateways.ssh.gateway" in one.cmdline()
    )
    family = [gateway, *gateway.children(recursive=True)]
    return sum(process.memory_full_info().pss for process in family) / 2**20


def _is_home(line: Line) -> bool:
    return b"rules" in line.heard.rpartition(b"F1")[2]


def _until(guests: Sequence[Line], true: Callable[[Line], bool]) -> None:
    while not all(true(guest) for guest in guests):
        _read(guests, 30.0)


def _settle(guests: Sequence[Line]) -> None:
    """Read until nobody has been told anything for a while."""
    while _read(guests, QUIET):
        pass


def _read(guests: Sequence[Line], seconds: float) -> bool:
    by_file = {guest.master: guest for guest in guests}
    ready, _, _ = select.select(list(by_file), [], [], seconds)
    for file in ready:
        by_file[file].read()
    return bool(ready)
