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

import platformdirs

from protocol.errors import Refusal
from protocol.text import clean_name
from server.net.listening import Listening
from server.program import Config, Program, at_end_of_input, tls_context
from server.store.store import StoreRefused
from server.tables.house import Limits

PASSWORD_VARIABLE = "TRIQUETA_PASSWORD"  # noqa: S105 - the variable's name


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server until it is told to stop; returns the exit status."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(
        level=options.log_level.upper(),
        format="%(asctime)s %(levelname)-7s %(message)s",
        stream=sys.stderr,
    )
    try:
        asyncio.run(_serve(_config(options), embedded=options.embedded))
    except _Unfit as error:
        print(f"triqueta-server: {error}", file=sys.stderr)  # noqa: T201 - for the person who started it
        return 1
    return 0


class _Unfit(Exception):  # noqa: N818 - the word for it
    """The server cannot start, for a reason its host can mend."""


async def _serve(config: Config, *, embedded: bool) -> None:
    scheme = "wss" if config.listening.tls else "ws"
    host = f"[{config.listening.host}]" if ":" in config.listening.host else config.listening.host

    def announce(port: int) -> None:
        print(f"triqueta-server listening on {scheme}://{host}:{port}", flush=True)  # noqa: T201

    try:
        program = Program(config)
    except StoreRefused as error:
        raise _Unfit(error) from error
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, program.stop)
    if embedded:
        at_end_of_input(program.stop)
    try:
        await program.run(announce)
    except OSError as error:
        reason = error.strerror or str(error)
        raise _Unfit(f"cannot listen on {config.listening.host}:{config.listening.port}: {reason}") from error


def _config(options: argparse.Namespace) -> Config:
    tls = None
    if options.tls_cert or options.tls_key:
        if not (options.tls_cert and options.tls_key):
            raise _Unfit("--tls-cert and --tls-key go together")
        try:
            tls = tls_context(options.tls_cert, options.tls_key)
        except OSError as error:
            raise _Unfit(f"the TLS files cannot be used: {error.strerror or error}") from error
    try:
        name = clean_name(options.name) if options.name else _default_name()
    except Refusal as refusal:
        raise _Unfit(f"--name is not fit for a name ({refusal.code})") from refusal
    return Config(
        listening=Listening(
            host=options.host,
            port=options.port,
            tls=tls,
            max_connections=options.max_connections,
            flood_rate=options.max_rate,
            flood_burst=2 * options.max_rate,
        ),
        data_dir=options.data_dir,
        name=name,
        password=options.password or os.environ.get(PASSWORD_VARIABLE) or None,
        limits=Limits(tables=options.max_tables, grace=options.grace),
    )


def _default_name() -> str:
    """The machine's own name, as far as it fits."""
    host = platform.node().partition(".")[0]
    return host[:16] if host.isascii() and host else "Triqueta"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="triqueta-server",
        description="Arbitrate games of Triqueta for everybody who connects.",
        epilog=f"The password can also be given in the environment variable {PASSWORD_VARIABLE}, "
        "where other users of this machine do not see it. SIGTERM and Ctrl+C save everything and end the "
        "server; running games go on when it is started again.",
    )
    add = parser.add_argument
    add("--version", action="version", version=f"%(prog)s {version('triqueta-tui')}")
    add("--host", default="0.0.0.0", metavar="ADDRESS", help="listen here (default: %(default)s)")  # noqa: S104
    add("--port", type=_port, default=4455, help="TCP port, 0 for any free one (default: %(default)s)")
    add("--name", metavar="TEXT", help="what the server is called in lists (default: this machine's name)")
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
        "--grace",
        type=_seconds,
        default=60.0,
        metavar="SECONDS",
        help="how long a player may be gone before a bot may sit in (default: %(default)s)",
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
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is 0 to 65535")
    return number


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 86400:
        raise argparse.ArgumentTypeError("0 to 86400")
    return number
