"""``triqueta-server``: the server alone, for a machine that stays on."""

import argparse
import asyncio
import os
import platform
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import NoReturn, TypeVar
from urllib.parse import urlsplit

from triqueta_protocol.codes import LETTERS
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.internal.defaults import (
    FOLDER_IN_USE,
    LAN_VARIABLE,
    PASSWORD_VARIABLE,
    PUBLIC_OPTIONS,
    PUBLIC_VARIABLES,
)
from triqueta_protocol.internal.public_addresses import PUBLIC_ADDRESSES, BadPublicAddressError
from triqueta_protocol.text import NAME_CELLS, clean_name
from triqueta_server.cannot_start import StartupError
from triqueta_server.commands import COMMANDS, run
from triqueta_server.data_folder import default_folder
from triqueta_server.end_of_input import on_end_of_input
from triqueta_server.gateways.config import LOG_FORMAT, NICENESS, GatewayConfig
from triqueta_server.gateways.supervisor import KINDS
from triqueta_server.limits.declared import GuestLimits, Limits, Rate
from triqueta_server.limits.log_limit import set_up_log
from triqueta_server.limits.origins import TrustedProxies, trusted_network
from triqueta_server.net.listener import ListenConfig
from triqueta_server.net.tls import certified_names, tls_context
from triqueta_server.program import Config, Program
from triqueta_server.store.errors import StoreBrokenError, StoreInUseError, StoreRefusedError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server until it is told to stop, or one of its commands; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] in COMMANDS:
        return run(given[0], given[1:])
    options = parse(given)
    set_up_log(options.log_level.upper(), LOG_FORMAT)
    try:
        asyncio.run(_serve(config_of(options), embedded=options.embedded))
    except (StartupError, StoreRefusedError, StoreBrokenError) as error:
        print(f"triqueta-server: {error}", file=sys.stderr)  # noqa: T201 - for the person who started it
        return FOLDER_IN_USE if isinstance(error, StoreInUseError) else 1
    return 0


async def _serve(config: Config, *, embedded: bool) -> None:
    scheme = "wss" if config.listen.tls else "ws"
    host = config.listen.host or "*"
    host = f"[{host}]" if ":" in host else host

    def announce(port: int) -> None:
        print(f"triqueta-server listening on {scheme}://{host}:{port}", flush=True)  # noqa: T201 - scripts wait for this line
        for kind, at in program.gateways.ports.items():
            secure = "s" if kind == "web" and config.listen.tls else ""
            print(f"triqueta-server open at {KINDS[kind].scheme}{secure}://{host}:{at}", flush=True)  # noqa: T201 - and for these

    program = Program(config)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, program.stop)
    if embedded:
        on_end_of_input(partial(program.stop, Code.SERVER_ENDED))
    await program.run(announce)


def config_of(options: argparse.Namespace) -> Config:
    """The server's configuration; raises ``StartupError``."""
    password = options.password or os.environ.get(PASSWORD_VARIABLE) or None
    tls = (options.tls_cert, options.tls_key) if options.tls_cert else None
    context = tls_context(*tls) if tls else None
    certified = certified_names(context, tls[0]) if context and tls else ()
    public = _public(options)
    # A public name must also be accepted as a name of this server.
    own_names = (*options.web_name, *filter(None, [urlsplit(public.get("web", "")).hostname]), *certified)
    return Config(
        listen=ListenConfig(
            host=options.host,
            port=options.port,
            tls=context,
            proxies=TrustedProxies(tuple(options.trusted_proxy)),
        ),
        gateways=GatewayConfig(
            server_name=options.name,
            host=options.host,
            data_dir=str(options.data_dir.absolute()),
            password=password,
            tls=(str(tls[0].absolute()), str(tls[1].absolute())) if tls else None,
            limits=GuestLimits(
                guests=options.max_guests,
                per_address=options.max_guests_per_address,
                idle=options.guest_idle,
                remembered=options.remember_guests,
                remembered_days=options.remember_days,
            ),
            log_level=options.log_level.upper(),
            niceness=options.guest_niceness,
            trusted_proxies=tuple(map(str, options.trusted_proxy)),
            names=own_names,
        ),
        data_dir=options.data_dir,
        name=options.name,
        password=password,
        limits=Limits(
            players=options.max_connections,
            players_per_address=options.max_connections_per_address,
            tables=options.max_tables,
            grace=options.grace,
            requests=Rate(options.max_rate, options.max_burst or 2 * options.max_rate),
            hello_within=options.greet_within,
            backlog=options.max_backlog * 1024,
        ),
        gateway_ports={kind: port for kind in KINDS if (port := getattr(options, kind)) is not None},
        code_letters=options.code_letters,
        announce=options.announce,
        private=options.embedded and not options.announce,
        lan=os.environ.get(LAN_VARIABLE, ""),
        public=public,
        certified=certified,
    )


def _public(options: argparse.Namespace) -> dict[str, str]:
    """The public addresses by kind; raises ``StartupError``."""
    public: dict[str, str] = {}
    for kind, read in PUBLIC_ADDRESSES.items():
        typed = getattr(options, f"public_{kind}") or os.environ.get(PUBLIC_VARIABLES[kind])
        if typed:
            try:
                public[kind] = read(typed)
            except BadPublicAddressError as wrong:
                raise StartupError(f"{PUBLIC_OPTIONS[kind]}: {wrong}") from None
    return public


def _default_name() -> str:
    host = platform.node().partition(".")[0]
    return host[:16] if host.isascii() and host else "Triqueta"


Number = TypeVar("Number", int, float)


def _number(kind: Callable[[str], Number], what: str, least: int, most: int) -> Callable[[str], Number]:
    def read(text: str) -> Number:
        try:
            number = kind(text)
        except ValueError:
            number = kind("-1")
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a {what} from {least} to {most}")
        return number

    return read


_port = _number(int, "whole number", 0, 65535)
_whole = _number(int, "whole number", 0, 1_000_000)
_count = _number(int, "whole number", 1, 1_000_000)
_niceness = _number(int, "whole number", 0, 9)
_seconds = _number(float, "number of seconds", 0, 86400)


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except RefusalError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a name of 1 to {NAME_CELLS} visible characters"
        ) from None


def _letters(text: str) -> str:
    letters = "".join(sorted(set(text.upper())))
    if not letters or not set(letters) <= set(LETTERS):
        raise argparse.ArgumentTypeError(f"{text!r} is not made of the letters of codes, {LETTERS}")
    return letters


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return trusted_network(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an address or a network") from None


class _Parser(argparse.ArgumentParser):
    """Reports a wrong option in one line, without the usage of all the others."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (--help lists all options)\n")


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(arguments)
    if (options.tls_cert is None) != (options.tls_key is None):
        parser.error("--tls-cert and --tls-key go together")
    return options


def _parser() -> _Parser:
    # The structs that hold the limits have their defaults; here they are only repeated in words.
    listen, limits, guests = ListenConfig(), Limits(), GuestLimits()
    parser = _Parser(
        prog="triqueta-server",
        usage=f"%(prog)s [OPTION ...]\n       %(prog)s {{{','.join(COMMANDS)}}} [OPTION ...]",
        description="Run a game server, or one of these commands: "
        + "; ".join(f"`{name}`: {text}" for name, text in COMMANDS.items())
        + ". Each has its own --help.",
        epilog=f"The password can also be given in the environment variable {PASSWORD_VARIABLE}, "
        "where other users of this machine do not see it. "
        f"{LAN_VARIABLE} names the interfaces to announce the server on, by address or name, with commas "
        "between; the default is all that lead to other machines. "
        "SIGTERM and Ctrl+C save everything and stop the server; running games continue when it starts "
        "again. The exit status is 0 after such a stop, 1 if the server cannot start or go on, 2 for a wrong "
        "option, 3 if another server uses the data folder.",
        allow_abbrev=False,
    )
    add = parser.add_argument

    def add_count(flag: str, default: float, text: str, metavar: str = "N") -> None:
        add(flag, type=_count, default=default, metavar=metavar, help=f"{text} (default: %(default)s)")

    def add_seconds(flag: str, default: float, text: str) -> None:
        add(flag, type=_seconds, default=default, metavar="SECONDS", help=f"{text} (default: %(default)s)")

    add("--version", action="version", version=f"%(prog)s {version('triqueta-tui')}")
    add = parser.add_argument_group("address").add_argument
    text = "listen here (default: at every address of this machine)"
    add("--host", default=listen.host, metavar="ADDRESS", help=text)
    add("--port", type=_port, default=listen.port, help="TCP port, 0 for any free one (default: %(default)s)")
    add(
        "--name",
        type=_name,
        default=_default_name(),
        metavar="TEXT",
        help="name of the server in lists (default: this machine's name, %(default)s)",
    )
    add(
        "--data-dir",
        type=Path,
        default=default_folder(),
        metavar="DIR",
        help="where the games are kept (default: %(default)s)",
    )
    add = parser.add_argument_group("access").add_argument
    add("--password", metavar="TEXT", help="require this password")
    add("--tls-cert", type=Path, metavar="FILE", help="certificate chain (PEM); turns TLS on")
    add("--tls-key", type=Path, metavar="FILE", help="the certificate's private key (PEM)")
    add = parser.add_argument_group("limits").add_argument
    add_count("--max-tables", limits.tables, "maximum open tables")
    add_count(
        "--max-connections", limits.players, "maximum connections; players with a seat are always let in"
    )
    text = "maximum connections per address; its other limits scale with it"
    add_count("--max-connections-per-address", limits.players_per_address, text)
    text = "trust X-Forwarded-For from this proxy (repeatable)"
    add("--trusted-proxy", type=_network, action="append", default=[], metavar="ADDRESS[/BITS]", help=text)
    add_count("--max-rate", limits.requests.per_second, "sustained requests per second of one client")
    text = "requests at once from one client (default: twice --max-rate)"
    add("--max-burst", type=_count, default=None, metavar="N", help=text)
    text = "data that may wait for a client that does not read, before it is disconnected"
    add_count("--max-backlog", limits.backlog // 1024, text, "KIB")
    add_seconds("--greet-within", limits.hello_within, "time for a connection to log in")
    add_seconds("--grace", limits.grace, "time a player may be away before a bot fills in")
    add = parser.add_argument_group("SSH and browser gateways").add_argument
    for kind in KINDS.values():
        text = f"let guests in with {kind.guests_use}, on this port (default: %(const)s)"
        add(f"--{kind.option}", type=_port, nargs="?", const=kind.port, metavar="PORT", help=text)
    add_count("--max-guests", guests.guests, "maximum guests of each gateway")
    add_count("--max-guests-per-address", guests.per_address, "maximum guests per address")
    add_seconds("--guest-idle", guests.idle, "time a guest may stay without pressing a key")
    text = "nice value for the SSH and web gateways (default: %(default)s)"
    add("--guest-niceness", type=_niceness, default=NICENESS, metavar="0-9", help=text)
    text = "a public name of this server that browsers may use (repeatable)"
    add("--web-name", action="append", default=[], metavar="NAME", help=text)
    text = "guests whose settings are kept between visits, 0 for none (default: %(default)s)"
    add("--remember-guests", type=_whole, default=guests.remembered, metavar="N", help=text)
    add_count("--remember-days", guests.remembered_days, "days they are kept after the last visit", "DAYS")
    add = parser.add_argument_group("public addresses").add_argument
    for way, what, form in (
        ("play", "the program", "ws[s]://HOST[:PORT][/PATH]"),
        ("ssh", "ssh", "HOST[:PORT]"),
        ("web", "a browser", "http[s]://HOST[:PORT]"),
    ):
        text = f"public address for {what}, shown to players who invite friends"
        text += f" (default: this machine's own addresses, or {PUBLIC_VARIABLES[way]})"
        add(PUBLIC_OPTIONS[way], dest=f"public_{way}", metavar=form, help=text)
    add = parser.add_argument_group("operation").add_argument
    text = "begin the codes of new tables with one of these, for a proxy that tells several servers apart by "
    text += "them (default: %(default)s)"
    add("--code-letters", type=_letters, default=LETTERS, metavar="LETTERS", help=text)
    text = "do not announce the server on the local network"
    add("--no-announce", dest="announce", action="store_false", help=text)
    add(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="level of the log on standard error (default: %(default)s)",
    )
    add("--embedded", action="store_true", help="stop when standard input ends")
    return parser
