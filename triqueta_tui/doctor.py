"""``triqueta doctor``: checks terminal, colours, network, data folders and server, and writes a report."""

import asyncio
import getpass
import os
import platform
import re
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from triqueta_protocol.internal.defaults import LAN_OFF, LAN_VARIABLE
from triqueta_tui import locale
from triqueta_tui.locale import say
from triqueta_tui.paths import Paths
from triqueta_tui.printable import printable
from triqueta_tui.session.address import Address, BadAddressError, parse_address
from triqueta_tui.session.discovery.mdns import look_around
from triqueta_tui.session.discovery.probe import answers
from triqueta_tui.session.error_words import NoServerError
from triqueta_tui.session.local_server import LocalServer
from triqueta_tui.session.own_addresses import own_addresses
from triqueta_tui.settings import Settings, SettingsFile
from triqueta_tui.terminal import SMALLEST, Terminal

State = Literal["good", "note", "bad"]

MARKS: Final[Mapping[State, str]] = {"good": "✓", "note": "!", "bad": "✗"}
PLAIN_MARKS: Final[Mapping[State, str]] = {"good": "+", "note": "!", "bad": "x"}

LOOK_FOR: Final = 1.5
"""Seconds to wait for servers on the network; they answer within a fraction of that."""
ANSWER_WITHIN: Final = 5.0
"""Seconds in which a server must answer."""
LEAST_FREE: Final = 100
"""Megabytes; with fewer a server may soon be unable to store moves."""
LOG_LINES: Final = 60
"""Lines of each log in the report."""

_VARIABLES: Final = (
    "TERM",
    "COLORTERM",
    "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION",
    "VTE_VERSION",
    "NO_COLOR",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TMUX",
    "SSH_CONNECTION",
    LAN_VARIABLE,
)
"""Variables of the environment that say how a terminal works; of some only whether they are set."""

_ONLY_WHETHER_SET: Final = frozenset({"TMUX", "SSH_CONNECTION", LAN_VARIABLE})


class Finding(Struct, frozen=True):
    area: str
    state: State
    key: str
    """Of its sentence in the catalogue."""
    values: dict[str, object] = {}

    def words(self, marks: Mapping[State, str] = MARKS) -> str:
        sentence = say(f"cli.doctor.{self.area}.{self.key}", **self.values)
        return f"{marks[self.state]} {say(f'cli.doctor.{self.area}.title')}: {printable(sentence)}"


def run(paths: Paths, report: str | None) -> int:
    """Print the findings, and write the report if a file is named; returns the exit status."""
    terminal, settings = Terminal.of(os.environ), SettingsFile(paths.settings).read()
    found = asyncio.run(examine(paths, settings, terminal))
    marks = MARKS if _is_utf8() else PLAIN_MARKS
    for finding in found:
        print(finding.words(marks))  # noqa: T201 - that is what was asked for
    if report is None:
        print(say("cli.doctor.how_to_report"))  # noqa: T201
    else:
        try:
            with Path(report).expanduser().open("x", encoding="utf-8") as file:
                file.write(report_text(found, paths, settings))
        except OSError as error:
            why = error.strerror or str(error)
            print(f"triqueta: {say('cli.doctor.not_written', file=report, why=why)}", file=sys.stderr)  # noqa: T201
            return 1
        print(say("cli.doctor.written", file=report))  # noqa: T201
    return int(any(finding.state == "bad" for finding in found))


async def examine(paths: Paths, settings: Settings, terminal: Terminal) -> list[Finding]:
    findings = [*_terminal(terminal), *_folders(paths)]
    findings += await _network()
    findings += await _server()
    if settings.server:
        findings.append(await _last_server(settings.server))
    return findings


def _terminal(terminal: Terminal) -> Iterator[Finding]:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Finding("terminal", "note", "none")
    else:
        columns, lines = shutil.get_terminal_size()
        size: dict[str, object] = {"columns": columns, "lines": lines}
        least: dict[str, object] = {"least_columns": SMALLEST[0], "least_lines": SMALLEST[1]}
        if terminal.dumb:
            yield Finding("terminal", "bad", "dumb")
        elif columns < SMALLEST[0] or lines < SMALLEST[1]:
            yield Finding("terminal", "bad", "small", size | least)
        else:
            yield Finding("terminal", "good", "good", size)
    if not _is_utf8():
        yield Finding("terminal", "note", "encoding", {"encoding": sys.stdout.encoding})
    yield Finding("colours", "note" if terminal.colours == "none" else "good", f"of_{terminal.colours}")
    way = terminal.notification
    yield Finding("alert", "good", "notification" if way else "bell", {"way": way} if way else {})


def _folders(paths: Paths) -> Iterator[Finding]:
    problem = SettingsFile(paths.settings)
    problem.read()
    if problem.problem is not None:
        yield Finding("data", "bad", "settings", {"file": problem.problem.path, "why": problem.problem.why})
    for folder in (paths.config, paths.data, paths.state):
        why = _why_not_writable(folder)
        if why:
            yield Finding("data", "bad", "not_writable", {"folder": folder, "why": why})
    free = shutil.disk_usage(_existing(paths.data)).free // 2**20
    yield Finding(
        "data", "good" if free >= LEAST_FREE else "bad", "free", {"folder": paths.data, "free": free}
    )
    if paths.servers.exists() and paths.servers.stat().st_mode & 0o077:
        yield Finding("data", "bad", "open_to_others", {"file": paths.servers})


def _why_not_writable(folder: Path) -> str:
    """Why nothing can be written to a folder, or to where it would be created; empty if it can."""
    try:
        with tempfile.TemporaryFile(dir=_existing(folder)) as file:
            file.write(b"triqueta")
            file.flush()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _existing(folder: Path) -> Path:
    return next(one for one in (folder, *folder.parents) if one.exists())


async def _network() -> list[Finding]:
    if os.environ.get(LAN_VARIABLE, "").strip().casefold() == LAN_OFF:
        return [Finding("network", "note", "off", {"variable": LAN_VARIABLE})]
    network = await look_around(LOOK_FOR)
    if not network.there:
        return [Finding("network", "note", "none")]
    addresses = ", ".join(own_addresses())
    return [Finding("network", "good", "there", {"addresses": addresses, "servers": len(network.servers)})]


async def _server() -> list[Finding]:
    """Start a server of our own, and greet it."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="triqueta-doctor-") as folder:
        server = LocalServer(Path(folder), Path(folder) / "server.log", options=("--no-announce",))
        try:
            address = await server.start()
            answered = await _answers(address)
        except NoServerError as error:
            return [Finding("server", "bad", "not_started", {"why": _last_line(error.log) or error.status})]
        finally:
            await server.stop()
    took = f"{time.monotonic() - began:.1f}"
    found = [
        Finding(
            "server", "good" if answered else "bad", "started" if answered else "silent", {"seconds": took}
        )
    ]
    for gateway, package in (("ssh", "asyncssh"), ("web", "textual_serve")):
        there = find_spec(package) is not None
        found.append(
            Finding(
                "gateways", "good" if there else "note", "there" if there else "missing", {"gateway": gateway}
            )
        )
    return found


def _last_line(log: Path) -> str:
    try:
        return log.read_text(encoding="utf-8", errors="replace").strip().rpartition("\n")[2]
    except OSError:
        return ""


async def _last_server(typed: str) -> Finding:
    try:
        answered = await _answers(parse_address(typed))
    except BadAddressError:
        answered = False
    return Finding(
        "last", "good" if answered else "note", "there" if answered else "gone", {"address": typed}
    )


async def _answers(address: Address) -> bool:
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            return await answers(address)
    except TimeoutError:
        return False


def _is_utf8() -> bool:
    return (sys.stdout.encoding or "").casefold().replace("-", "") == "utf8"


# The report


def report_text(found: Sequence[Finding], paths: Paths, settings: Settings) -> str:
    """The findings in English with versions, settings and the ends of the logs, without personal data."""
    spoken = locale.language()
    locale.use("en")
    try:
        findings = [finding.words() for finding in found]
    finally:
        locale.use(spoken)
    packages = ("triqueta-tui", "textual", "websockets", "msgspec", "zeroconf")
    environment = [f"{name}={_shown(name)}" for name in _VARIABLES if name in os.environ]
    chosen = [
        f"{name} = {getattr(settings, name)!r}"
        for name in ("language", "theme", "tiles", "motion", "turn_alert", "confirm", "help", "bot_speed")
    ]
    parts = {
        "Findings": findings,
        "System": [f"{platform.platform()}, Python {platform.python_version()}"],
        "Packages": [f"{name} {version(name)}" for name in packages],
        "Environment": environment,
        "Settings": chosen,
        "triqueta.log": _warnings(paths.log),
        "server.log": _warnings(paths.server_log),
    }
    lines = [line for title, told in parts.items() for line in (f"## {title}", "", *told, "")]
    return without_secrets("\n".join(lines), settings.name)


def _shown(name: str) -> str:
    return "(set)" if name in _ONLY_WHETHER_SET else os.environ[name]


def _warnings(log: Path) -> list[str]:
    """The last warnings and errors in a log, with their tracebacks."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    kept, wanted = [], False
    for line in lines:
        if level := re.search(r"\b(DEBUG|INFO|WARNING|ERROR|CRITICAL)\b", line):
            wanted = level[1] not in {"DEBUG", "INFO"}
        if wanted:
            kept.append(printable(line))
    return kept[-LOG_LINES:]


def without_secrets(text: str, name: str = "") -> str:
    """The text without this person's folder, names and addresses, and without what may be a token."""
    private = {str(Path.home()): "~", socket.gethostname(): "HOST", name: "NAME"}
    with suppress(OSError, KeyError):
        private[getpass.getuser()] = "USER"
    for what, instead in sorted(private.items(), key=lambda pair: -len(pair[0])):
        if len(what) > 1:
            text = re.sub(rf"(?<!\w){re.escape(what)}(?!\w)", instead, text)
    text = re.sub(r"\b(?!127\.0\.0\.1\b)(?:\d{1,3}\.){3}\d{1,3}\b", "ADDRESS", text)
    text = re.sub(r"(?<![\w:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{1,4}(?![\w:])", "ADDRESS", text)
    text = re.sub(r"\b(wss?|https?|ssh)://[^\s/]+", r"\1://ADDRESS", text)
    text = re.sub(r"\b[0-9a-f]{24,}\b", "…", text)
    return re.sub(r"\b(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{20,}", "…", text)
