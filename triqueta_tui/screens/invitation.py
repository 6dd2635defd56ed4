"""The exact command lines and addresses that bring friends to a table."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from triqueta_tui.locale import say
from triqueta_tui.net.address import parse_address

InviteLine = tuple[str, str]
"""What a line is for, and the line itself."""

_USUAL_PORTS: Final = {"ssh": 22, "http": 80, "https": 443}


def invitation(ways: Mapping[str, Sequence[str]], table: str, *, watch: bool) -> list[InviteLine]:
    """The lines for a table of a server with these ways in: URLs by kind, the best first."""
    lines: list[InviteLine] = []
    joining = [parse_address(url).shortest for url in ways.get("play", ())]
    for number, address in enumerate(joining):
        # It is not clear which one a friend can reach: whoever tries them all gets in.
        lines.append(("" if number else say("rooms.friends.join"), f"triqueta join {address} {table}"))
    if joining and watch:
        lines.append((say("rooms.friends.watch"), f"triqueta watch {joining[0]} {table}"))
    if ssh := ways.get("ssh"):
        lines.append((say("rooms.friends.ssh"), ssh_line(ssh[0], table)))
    if web := ways.get("web"):
        lines.append((say("rooms.friends.web"), f"{_page(web[0])}/{table}"))
    return lines


def ssh_line(url: str, table: str) -> str:
    """The command line for a URL with a host and perhaps a port; the table's code is the user's name."""
    parts = urlsplit(url)
    port = parts.port or _USUAL_PORTS["ssh"]
    option = "" if port == _USUAL_PORTS["ssh"] else f"-p {port} "
    return f"ssh {option}{table}@{parts.hostname}"


def _page(url: str) -> str:
    """The address of a page as people write it, without the port that a browser knows by itself."""
    parts = urlsplit(url)
    usual = _USUAL_PORTS.get(parts.scheme)
    return url.removesuffix(f":{usual}")
