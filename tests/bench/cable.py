"""What players notice of a pulled cable: Ana's, between two machines in network namespaces (root, ``ip``).

She presses a key just after the cable is out; Bo, at the same table, waits. ``--out`` says for how long.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.bench.report import json_line, table
from tests.lan import Lan, Machine, usable
from triqueta_protocol import requests
from triqueta_protocol.table_events import LinkLost, Said
from triqueta_tui.session.address import Address
from triqueta_tui.session.client_protocol import ClientProtocol
from triqueta_tui.session.events import LinkChanged, SessionEvent, TableChanged
from triqueta_tui.session.feed import Advanced
from triqueta_tui.session.link import Link

PORT: Final = 4000
WITHIN: Final = 60.0
"""Seconds to wait for anything."""


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["player"]:
        asyncio.run(_play(*arguments[1:]))
        return
    parser = argparse.ArgumentParser(prog="python -m tests.bench cable", description=__doc__)
    parser.add_argument("--out", type=float, nargs="+", default=[10.0, 90.0], metavar="SECONDS")
    parser.add_argument("--times", type=int, default=3)
    wanted = parser.parse_args(arguments)
    if not usable():
        print("no networks can be made here: needs Linux, ip and root")
        return
    figures: dict[str, float] = {}
    for out in wanted.out:
        runs = [_run(out) for _ in range(wanted.times)]
        print(f"cable out for {out:.0f} s, {wanted.times} times; seconds after the key or after its return")
        rows = [
            (name, statistics.median(run[name] for run in runs), max(run[name] for run in runs))
            for name in runs[0]
        ]
        table(("", "median", "slowest"), rows)
        figures |= {f"{name} {out:.0f}": slowest for name, _, slowest in rows}
    json_line(figures)


def _run(out: float) -> dict[str, float]:
    with Lan("oak", "elm") as lan, TemporaryDirectory() as folder:
        oak, elm = lan["oak"], lan["elm"]
        server = _start(oak, "triqueta_server", "--port", str(PORT), "--data-dir", str(Path(folder) / "data"))
        players: list[_Player] = []
        try:
            assert server.stdout is not None
            assert "listening" in server.stdout.readline()
            ana = _Player(elm, oak.address, "Ana")
            players.append(ana)
            code = ana.until("table")[1]
            bo = _Player(oak, oak.address, "Bo", code)
            players.append(bo)
            bo.until("table")
            elm.unplug()
            pressed = ana.press()
            seen = {f"Ana: {what}": ana.until(what)[0] - pressed for what in ("sending", "reconnecting")}
            if out > 20:
                seen["Bo: Ana is away"] = bo.until("away")[0] - pressed
            time.sleep(max(0.0, pressed + out - time.monotonic()))
            returned = time.monotonic()
            elm.plug()
            seen["Ana: back"] = ana.until("linked", after=returned)[0] - returned
            seen["Bo: the chat line"] = bo.until("said")[0] - returned
            time.sleep(1.0)
            assert bo.count("said") == 1, "sent once"
            return seen
        finally:
            for player in players:
                player.stop()
            server.terminate()
            server.wait()


class _Player:
    """A process with a link, on one of the machines."""

    def __init__(self, machine: Machine, host: str, *words: str) -> None:
        self._process = _start(machine, "tests.bench.cable", "player", host, *words)
        self._heard: list[tuple[float, str, str]] = []

    def press(self) -> float:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self.until("pressed")[0]

    def until(self, what: str, after: float = 0.0) -> tuple[float, str]:
        assert self._process.stdout is not None
        end = time.monotonic() + WITHIN + 60
        while time.monotonic() < end:
            for at, said, detail in self._heard:
                if said == what and at >= after:
                    return at, detail
            self._heard.append(json.loads(self._process.stdout.readline()))
        raise TimeoutError(what)

    def count(self, what: str) -> int:
        return sum(said == what for _, said, _ in self._heard)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


def _start(machine: Machine, module: str, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        machine.command([sys.executable, "-m", module, *words]),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _tell(what: str, detail: str = "") -> None:
    print(json.dumps((time.monotonic(), what, detail)), flush=True)


def _hear(event: SessionEvent) -> None:
    match event:
        case LinkChanged():
            _tell(event.state)
        case TableChanged(change=Advanced(events=events)):
            words: dict[type[Any], str] = {LinkLost: "away", Said: "said"}
            for one in events:
                if type(one) in words:
                    _tell(words[type(one)])


async def _play(host: str, name: str, code: str = "") -> None:
    """Sit down at a table, and write a chat line for each line on standard input."""
    link = Link(Address(host, PORT), ClientProtocol(name), _hear)
    running = asyncio.create_task(link.run())
    await link.welcome()
    if code:
        await link.ask(requests.Join, table=code)
    else:
        code = (await link.ask(requests.Create, game="triqueta")).table or ""
    _tell("table", code)
    loop = asyncio.get_running_loop()
    read: Callable[[], str] = sys.stdin.readline
    while await loop.run_in_executor(None, read):
        _tell("pressed")
        link.send(requests.Chat, table=code, text="hi")
    await running


if __name__ == "__main__":
    main(sys.argv[1:])
