"""The exact command lines that bring friends to a table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from triqueta_tui.locale import say
from triqueta_tui.net.address import Address

InviteLine = tuple[str, str]
"""What a command line is for, and the line itself."""


def invitation(
    addresses: Sequence[Address], table: str, doors: Mapping[str, int], *, watch: bool
) -> list[InviteLine]:
    """The lines for a table whose server has these addresses, the best first, and these doors."""
    best, *others = addresses
    lines = [(say("rooms.friends.join"), f"triqueta join {best} {table}")]
    # It is not clear which one a friend can reach: whoever tries them all gets in.
    lines += [("", f"triqueta join {other} {table}") for other in others]
    if watch:
        lines.append((say("rooms.friends.watch"), f"triqueta watch {best} {table}"))
    if "ssh" in doors:
        lines.append((say("rooms.friends.ssh"), f"ssh -p {doors['ssh']} {best.host}"))
    if "web" in doors:
        page = replace(best, port=doors["web"], path="").url.replace("ws", "http", 1)
        lines.append((say("rooms.friends.web"), page))
    return lines
