"""The tables on the network as plain text, for a terminal that cannot show screens."""

import asyncio
import sys
from typing import Final

from triqueta_tui.locale import plural, say
from triqueta_tui.session.discovery.found_servers import FoundServer, Network
from triqueta_tui.session.discovery.mdns import look_around

LOOK_FOR: Final = 3.0
"""Seconds to wait for answers; servers answer within a fraction of that."""


def print_network(*, watch: bool) -> int:
    """Print the tables on the network with the commands that lead there; returns the exit status."""
    network = asyncio.run(look_around(LOOK_FOR))
    lines = [line for server in network.servers for line in server_lines(server, watch=watch)]
    if lines:
        print("\n".join(lines))  # noqa: T201 - that is what was asked for
        return 0
    print(f"triqueta: {_why_none(network)}", file=sys.stderr)  # noqa: T201
    return 1


def server_lines(server: FoundServer, *, watch: bool) -> list[str]:
    head = f"{server.name}  {server.address}"
    if server.locked:
        return [f"{head}  {plural('home.network.locked', server.open_tables)}"]
    tables = server.to_watch() if watch else server.to_join()
    if not tables:
        return [f"{head}  {say('home.network.no_table')}"]
    lines = [head]
    for line in tables:
        status = say(f"lobby.status.{line.status}", taken=len(line.players), seats=line.seats)
        lock = f"  {say('lobby.locked')}" if line.locked else ""
        command = f"triqueta {'watch' if watch else 'join'} {server.address} {line.table}"
        lines.append(f"  {command}  {status}{lock}  {', '.join(line.players)}")
    return lines


def _why_none(network: Network) -> str:
    return say("cli.tables.none" if network.there else "cli.tables.no_network")
