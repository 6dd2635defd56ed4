"""An evening that goes wrong, and the next day: a pulled cable, a killed server, and a night in between.

Hana hosts with the client, on the machine of the server. A friend comes by the client, by SSH, or by browser.
Wim watches, and a bot plays along.
"""

import asyncio
import re
import signal
import subprocess
import time
from collections.abc import Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Literal

from tests.chaos.clock_server import VARIABLE
from tests.evening.friends import InBrowser
from tests.integration.browser import Page
from tests.keyboard import KeyboardPlayer, Screen
from tests.lan import Lan, Machine
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.internal.defaults import LAN_VARIABLE, SSH_PORT, WEB_PORT

By = Literal["client", "ssh", "web"]

WITHIN: Final = 60.0
"""Seconds to wait for anything."""
_SERVER: Final = "tests.chaos.clock_server"
NIGHT: Final = 16 * 60 * 60


class Server:
    """The server on its machine, with a clock that can be put forward."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self._machine = machine
        self._folder = folder
        folder.mkdir()
        (folder / "clock").write_text("0")
        self.start()

    def start(self) -> None:
        clock, address = self._folder / "clock", self._machine.address
        environment = own_environment(self._folder, **{LAN_VARIABLE: address, VARIABLE: str(clock)})
        data = str(self._folder / "data")
        module = triqueta()[:2]
        self._process = subprocess.Popen(
            self._machine.command(
                [*module, "tests.chaos.clock_server", "--data-dir", data, "--ssh", "--web"]
            ),
            env=environment,
            stdout=subprocess.PIPE,
            stderr=(self._folder / "log").open("ab"),
        )
        assert self._process.stdout is not None
        assert b"listening" in self._process.stdout.readline()

    def end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait()

    def put_forward(self, seconds: int) -> None:
        (self._folder / "clock").write_text(str(seconds))


class Night:
    """Plays the evening and the next day; ``pictures`` gets what was seen."""

    def __init__(self, lan: Lan, homes: Path, pictures: Path, by: By, page: Page | None = None) -> None:
        self._lan = lan
        self._homes = homes
        self._pictures = pictures
        self._by = by
        self._page = page
        self._loop = asyncio.get_running_loop()
        self._began = time.monotonic()
        self._number = 0

    def play(self) -> None:
        """Called in a thread, so that a browser can be driven meanwhile."""
        with ExitStack() as stack:
            server = Server(self._lan["oak"], self._homes / "server")
            stack.callback(server.end, signal.SIGTERM)
            with ExitStack() as evening:
                hana = evening.enter_context(
                    self._client("oak", "Hana", "host", "--players", "3", size=(120, 36))
                )
                hana.wait_for("Tell your friends", WITHIN)
                code = _found(r"triqueta join \S+ ([A-Z]+)", hana.text)
                hana.press("b")
                friend = self._friend(evening, code)
                wim = evening.enter_context(
                    self._client("ash", "Wim", "watch", self._lan["oak"].address, code)
                )
                friend.press("r")
                friend.wait_for("You’re ready", WITHIN)
                hana.wait_for("Everyone is ready", WITHIN)
                self._report("everybody is here", hana)
                hana.press("s")
                people = [KeyboardPlayer(one, waits=WITHIN) for one in (hana, friend)]
                self._take_turns(people, wim)
                self._pull_the_cable(10, people, wim)
                self._take_turns(people, wim)
                self._pull_the_cable(90, people, wim)
                self._take_turns(people, wim)
                self._kill(server, people)
                if self._by == "ssh":
                    # The connection ended with the server; the same line leads back to the seat.
                    friend = self._friend(evening, None)
                    friend.wait_for("Round", WITHIN)
                    self._report("the friend has come by ssh again", friend)
                    people[1] = KeyboardPlayer(friend, waits=WITHIN)
                self._take_turns(people, wim)
                self._good_night(hana, friend)
            server.end(signal.SIGTERM)
            server.put_forward(NIGHT)
            server.start()
            self._report(f"the clock is put forward by {NIGHT // 3600} hours")
            with ExitStack() as morning:
                self._next_day(morning, code)

    def _take_turns(self, people: list[KeyboardPlayer], wim: Terminal, moves: int = 6) -> None:
        """They decide so often together, and then until the friend may draw."""
        friend, deadline = people[1], time.monotonic() + 4 * WITHIN
        while moves > 0 or "(d)" not in friend.terminal.text:
            _catch_up(wim)
            for one in people:
                _catch_up(one.terminal)
                if one.is_asked and not (moves <= 0 and "(d)" in friend.terminal.text):
                    one.step()
                    moves -= 1
            assert time.monotonic() < deadline, friend.terminal.text

    def _pull_the_cable(self, seconds: int, people: list[KeyboardPlayer], wim: Terminal) -> None:
        """The friend decides just after the cable is out; the move counts once, after its return."""
        hana, friend = people
        elm = self._lan["elm"]
        elm.unplug()
        out = time.monotonic()
        friend.terminal.press("d")
        if self._by == "client":
            friend.terminal.wait_for("sending", WITHIN)
            self._report(f"the friend reads \u201csending\u201d {time.monotonic() - out:.1f} s after the key")
            friend.terminal.wait_for("connection lost", WITHIN)
            self._report(f"the friend reads \u201cconnection lost\u201d after {time.monotonic() - out:.1f} s")
        while time.monotonic() < out + seconds:
            _catch_up(hana.terminal, wim, friend.terminal)
        self._report(f"the cable was out for {seconds} s", hana.terminal)
        elm.plug()
        back = time.monotonic()
        if self._by == "client":
            friend.terminal.wait_for("connected,", WITHIN)
            self._report(f"the friend is back {time.monotonic() - back:.1f} s after the cable")
        self._report("the friend after the cut", friend.terminal)

    def _kill(self, server: Server, people: list[KeyboardPlayer]) -> None:
        hana, friend = (one.terminal for one in people)
        server.end(signal.SIGKILL)
        hana.wait_for("connection lost", WITHIN)
        self._report("the server was killed", hana)
        server.start()
        hana.wait_for("connected,", WITHIN)
        self._report("the server is back", hana)
        _catch_up(friend)

    def _good_night(self, hana: Terminal, friend: Screen) -> None:
        hana.press("q")
        hana.wait_for("tonight", WITHIN)
        hana.press("s")
        hana.wait_for("until next time", WITHIN)
        self._report("Hana has stopped for tonight", hana)
        friend.wait_for("stopped", WITHIN)
        self._report("her friend reads so", friend)
        friend.press("enter")
        friend.wait_for("until next time", WITHIN)
        self._report("the friend at home", friend)
        hana.press("q")
        if isinstance(friend, Terminal):
            friend.press("q")
            friend.wait_for_end()
        hana.wait_for_end()

    def _next_day(self, morning: ExitStack, code: str) -> None:
        for machine, name in (("oak", "Hana"), ("elm", "Ana")):
            if name == "Hana" or self._by == "client":
                for options in ((), ("--refresh",)):
                    self._print_turns(machine, name, *options)
        hana = morning.enter_context(self._client("oak", "Hana", size=(120, 36)))
        hana.wait_for(code, WITHIN)
        self._report("the next day, the list of Hana", hana)
        hana.press("enter")
        hana.wait_for("Round", WITHIN)
        friend = self._friend(morning, None)
        if self._by == "client":
            friend.wait_for(code, WITHIN)
            self._report("the next day, the list of her friend", friend)
            friend.press("enter")
        friend.wait_for("Round", WITHIN)
        self._report("the friend is back at the table", friend)
        people = [KeyboardPlayer(one, waits=WITHIN) for one in (hana, friend)]
        while not all(
            "play again" in one.terminal.text or "Another game" in one.terminal.text for one in people
        ):
            for one in people:
                _catch_up(one.terminal)
                if one.is_asked:
                    one.step()
        self._report("the end", hana)

    def _print_turns(self, machine: str, name: str, *options: str) -> None:
        began = time.monotonic()
        done = subprocess.run(
            self._lan[machine].command(triqueta("turns", *options)),
            env=self._environment(machine, name),
            capture_output=True,
            text=True,
            check=False,
        )
        took = time.monotonic() - began
        said = f"{name}: triqueta turns {' '.join(options)}: exit {done.returncode} in {took:.2f} s"
        self._report(f"{said}: {done.stdout.strip()}{done.stderr.strip()}")

    def _friend(self, stack: ExitStack, code: str | None) -> Screen:
        """The friend at the table with this code, or coming back."""
        oak = self._lan["oak"].address
        match self._by:
            case "client":
                words = ("join", oak, code) if code is not None else ()
                friend: Screen = stack.enter_context(self._client("elm", "Ana", *words))
            case "ssh":
                key = self._homes / "key"
                if not key.exists():
                    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
                where = f"{code}@{oak}" if code is not None else f"Ana@{oak}"
                known = f"UserKnownHostsFile={self._homes / 'known_hosts'}"
                asking = ["-F", "none", "-i", str(key), "-o", "StrictHostKeyChecking=accept-new", "-o", known]
                command = ["ssh", "-p", str(SSH_PORT), *asking, where]
                friend = stack.enter_context(
                    Terminal(self._lan["elm"].command(command), environment=self._environment("elm", "Ana"))
                )
            case "web":
                assert self._page is not None
                path = code or ""
                self._drive(self._page.go(f"http://{oak}:{WEB_PORT}/{path}"))
                friend = InBrowser(self._page, self._loop)
        if code is not None:
            text = friend.wait_for(lambda text: "name" in text.lower() or "This table" in text, WITHIN)
            if "This table" not in text:
                friend.press(*"Ana", "enter")
            friend.wait_for("This table", WITHIN)
        return friend

    def _drive(self, doing: Coroutine[Any, Any, object]) -> None:
        asyncio.run_coroutine_threadsafe(doing, self._loop).result()

    def _environment(self, machine: str, name: str) -> dict[str, str]:
        home = self._homes / name
        home.mkdir(exist_ok=True)
        return own_environment(home, **{LAN_VARIABLE: self._lan[machine].address, "USER": name})

    def _client(self, machine: str, name: str, *words: str, size: tuple[int, int] = (80, 24)) -> Terminal:
        command = self._lan[machine].command(triqueta(*words))
        return Terminal(command, size=size, environment=self._environment(machine, name))

    def _report(self, what: str, screen: Screen | None = None) -> None:
        print(f"{time.monotonic() - self._began:6.1f} s  {what}", flush=True)
        if screen is not None:
            self._number += 1
            _catch_up(screen)
            (self._pictures / f"{self._number:02} {what}.txt").write_text(screen.text)


def _catch_up(*screens: Screen) -> None:
    """Read what has come: a program stops when its terminal is not read."""
    for screen in screens:
        if isinstance(screen, Terminal):
            screen.read_for(0.2)


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found is not None, f"nobody is told {pattern}:\n{text}"
    return found[1]
