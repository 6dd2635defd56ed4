"""``triqueta-server``: the server alone, for a machine that stays on."""

import argparse
import asyncio
import logging
import os
import platform
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

import platformdirs

from protocol.errors import Refusal
from protocol.lan import VARIABLE as LAN_VARIABLE
from protocol.text import NAME_CELLS, clean_name
from server.doors.config import DoorRefused, GuestLimits
from server.doors.doors import DoorOptions
from server.doors.private_files import FileRefused
from server.net.listening import Listening, PortRefused
from server.net.tls import TlsRefused, tls_context
from server.program import Config, Program, at_end_of_input
from server.store.store import StoreBroken, StoreRefused
from server.tables.house import Limits

PASSWORD_VARIABLE = "TRIQUETA_PASSWORD"  # noqa: S105 - the variable's name
SCHEMES = {"ssh": "ssh", "web": "http"}
"""The doors, and what their addresses begin with."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server until it is told to stop; returns the exit status."""
    options = _parse(arguments)
    logging.basicConfig(
        level=options.log_level.upper(),
        format="%(asctime)s %(levelname)-7s %(message)s",
        stream=sys.stderr,
    )
    try:
        asyncio.run(_serve(_config(options), embedded=options.embedded))
    except (StoreRefused, PortRefused, TlsRefused, StoreBroken, DoorRefused, FileRefused) as error:
        print(f"triqueta-server: {error}", file=sys.stderr)  # noqa: T201 - for the person who started it
        return 1
    return 0


async def _serve(config: Config, *, embedded: bool) -> None:
    scheme = "wss" if config.listening.tls else "ws"
    host = f"[{config.listening.host}]" if ":" in config.listening.host else config.listening.host

    def announce(port: int) -> None:
        print(f"triqueta-server listening on {scheme}://{host}:{port}", flush=True)  # noqa: T201 - scripts wait for this line
        for kind, at in program.doors.ports.items():
            secure = "s" if kind == "web" and config.listening.tls else ""
            print(f"triqueta-server open at {SCHEMES[kind]}{secure}://{host}:{at}", flush=True)  # noqa: T201 - and for these

    program = Program(config)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, program.stop)
    if embedded:
        at_end_of_input(program.stop)
    await program.run(announce)


def _config(options: argparse.Namespace) -> Config:
    tls = tls_context(options.tls_cert, options.tls_key) if options.tls_cert else None
    return Config(
        listening=Listening(
            host=options.host,
            port=options.port,
            tls=tls,
            max_connections=options.max_connections,
            flood_rate=options.max_rate,
            flood_burst=options.max_burst or 2 * options.max_rate,
            greet_within=options.greet_within,
            max_backlog=options.max_backlog * 1024,
        ),
        data_dir=options.data_dir,
        name=options.name,
        password=options.password or os.environ.get(PASSWORD_VARIABLE) or None,
        limits=Limits(tables=options.max_tables, grace=options.grace),
        doors=DoorOptions(
            ports={kind: port for kind in SCHEMES if (port := getattr(options, kind)) is not None},
            guests=GuestLimits(
                guests=options.max_guests,
                per_address=options.max_guests_per_address,
                idle=options.guest_idle,
            ),
            tls=(str(options.tls_cert), str(options.tls_key)) if options.tls_cert else None,
            log_level=options.log_level.upper(),
        ),
        announce=options.announce,
        lan=os.environ.get(LAN_VARIABLE, ""),
    )


def _default_name() -> str:
    """The machine's own name, as far as it fits."""
    host = platform.node().partition(".")[0]
    return host[:16] if host.isascii() and host else "Triqueta"


class _Parser(argparse.ArgumentParser):
    """A wrong option gets one line, without the usage of all the others around it."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(2, f"{self.prog}: {message} (--help lists all options)\n")


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(arguments)
    if (options.tls_cert is None) != (options.tls_key is None):
        parser.error("--tls-cert and --tls-key go together")
    return options


def _parser() -> _Parser:
    parser = _Parser(
        prog="triqueta-server",
        description="Arbitrate games of Triqueta for everybody who connects.",
        epilog=f"The password can also be given in the environment variable {PASSWORD_VARIABLE}, "
        "where other users of this machine do not see it. "
        f"{LAN_VARIABLE} names the interfaces to announce the server on, by address or name, with commas "
        "between; otherwise all are used that lead to other machines. "
        "SIGTERM and Ctrl+C save everything and end the "
        "server; running games go on when it is started again. The exit status is 0 after such an end, 1 if "
        "the server cannot start or go on, 2 for a wrong option.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--version", action="version", version=f"%(prog)s {version('triqueta-tui')}")
    add("--host", default="0.0.0.0", metavar="ADDRESS", help="listen here (default: %(default)s)")  # noqa: S104 - to be reached
    add("--port", type=_port, default=4455, help="TCP port, 0 for any free one (default: %(default)s)")
    add(
        "--name",
        type=_name,
        default=_default_name(),
        metavar="TEXT",
        help="what the server is called in lists (default: this machine's name, %(default)s)",
    )
    add(
        "--data-dir",
        type=Path,
        default=platformdirs.user_data_path("triqueta") / "server",
        metavar="DIR",
        help="where the games are kept (default: %(default)s)",
    )
    add("--password", metavar="TEXT", help="let in only who knows it")
    add("--tls-cert", type=Path, metavar="FILE", help="certificate chain (PEM); turns TLS on")
    add("--tls-key", type=Path, metavar="FILE", help="the certificate's private key (PEM)")
    add("--max-tables", type=_count, default=200, metavar="N", help="open tables (default: %(default)s)")
    add("--max-connections", type=_count, default=500, metavar="N", help="clients (default: %(default)s)")
    add(
        "--max-rate",
        type=_count,
        default=50,
        metavar="N",
        help="requests a second from one client, in the long run (default: %(default)s)",
    )
    add(
        "--max-burst",
        type=_count,
        metavar="N",
        help="requests at once from one client (default: twice --max-rate)",
    )
    add(
        "--max-backlog",
        type=_count,
        default=256,
        metavar="KIB",
        help="how much may wait for a client that does not read before it is dropped (default: %(default)s)",
    )
    add(
        "--greet-within",
        type=_seconds,
        default=10.0,
        metavar="SECONDS",
        help="how long a connection may take to say who it is (default: %(default)s)",
    )
    add(
        "--grace",
        type=_seconds,
        default=60.0,
        metavar="SECONDS",
        help="how long a player may be gone before a bot may sit in (default: %(default)s)",
    )
    add(
        "--ssh",
        type=_port,
        nargs="?",
        const=2222,
        metavar="PORT",
        help="let people in with ssh, on this port (%(const)s if none is given)",
    )
    add(
        "--web",
        type=_port,
        nargs="?",
        const=8080,
        metavar="PORT",
        help="let people in with a browser, on this port (%(const)s if none is given)",
    )
    add(
        "--max-guests",
        type=_count,
        default=50,
        metavar="N",
        help="people who are in through each of these doors (default: %(default)s)",
    )
    add(
        "--max-guests-per-address",
        type=_count,
        default=8,
        metavar="N",
        help="those of them who come from one address (default: %(default)s)",
    )
    add(
        "--guest-idle",
        type=_seconds,
        default=1800.0,
        metavar="SECONDS",
        help="how long they may stay without pressing a key (default: %(default)s)",
    )
    add(
        "--no-announce",
        dest="announce",
        action="store_false",
        help="do not make the server known on the local network",
    )
    add(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="how much to say on standard error (default: %(default)s)",
    )
    add("--embedded", action="store_true", help="end when standard input ends")
    return parser


def _port(text: str) -> int:
    return _whole_number(text, 0, 65535)


def _count(text: str) -> int:
    return _whole_number(text, 1, 1_000_000)


def _whole_number(text: str, least: int, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
    return number


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 86400")
    return number


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except Refusal:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a name of 1 to {NAME_CELLS} visible characters"
        ) from None
