"""Writes ``docs/limits.md`` from the limits in the code: ``python -m tests.server.limits.page``."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct

from triqueta_protocol.errors import Code
from triqueta_server.limits.declared import (
    BUSY,
    PEOPLE,
    SSH_PENDING,
    WEB_PENDING,
    ArchiveLimits,
    GuestLimits,
    Limit,
    Limits,
    LogLimits,
    Rate,
)
from triqueta_server.limits.request_rate import BROKEN_COST, BYTES, COSTS, PATIENCE, STRIKES

PAGE: Final = Path(__file__).parents[3] / "docs" / "limits.md"

SECTIONS: Final[tuple[tuple[str, Struct], ...]] = (
    ("The game's port and its tables", Limits()),
    ("Connections that have not said hello", Limits().pending),
    ("Finished games", ArchiveLimits()),
    ("Each gateway", GuestLimits()),
    ("SSH connections before the login", SSH_PENDING),
    ("Browser connections beside the game's", WEB_PENDING),
    ("The log", LogLimits()),
)

HEAD: Final = f"""\
# Limits

What a server counts, slows and refuses. This page is made from the code by `python -m \
tests.server.limits.page`; the values are in `server/triqueta_server/limits/declared.py`.

A value such as *2/s, 20 at once* is a token bucket: 20 at once, and 2 a second in the long run. An address \
is an IPv4 address or an IPv6 /64 network. Its limits on players, tables, chat, guesses and advice are meant \
for {PEOPLE} people and grow with `--max-connections-per-address`. "Wait" means that a request or connection \
is served later; where a word looks like `this`, it is the error code that the client gets.

All requests of one address together may cost {BUSY} times what one connection may, and those of its players \
who are in a game as much again; beyond that they wait. Work for bots, advice, replays and reviews is shared \
by addresses first, and by the tables and players behind an address second. No address gets all processes of \
a kind: one is always left to the others.
"""


def declared(limits: type[Struct]) -> Iterator[tuple[str, Limit]]:
    """The fields of a struct with what is declared of them; raises ``TypeError`` if there is nothing."""
    for name, kind in get_type_hints(limits, include_extras=True).items():
        found = [one for one in get_args(kind) if isinstance(one, Limit)]
        if get_origin(kind) is not Annotated or len(found) != 1:
            raise TypeError(f"{limits.__name__}.{name} does not say what it limits")
        yield name, found[0]


def shown(value: Any) -> str:
    match value:
        case Rate(per_second, at_once):
            return f"{per_second:g}/s, {at_once:g} at once"
        case int() if value >= 1024 and not value % 1024:
            return f"{value // 1024} KiB"
    return f"{value:g}"


def row(name: str, limit: Limit, value: Any) -> str:
    beyond = f"`{limit.beyond}`" if limit.beyond in set(Code) else limit.beyond
    option = ", ".join(f"`{one}`" for one in limit.option.split(", ") if one)
    return f"| {limit.what} | {limit.per} | {shown(value)} | {beyond} | {option} | `{name}` |"


def page() -> str:
    lines, head = [HEAD], "| what | per | limit | beyond it | option | name |"
    for title, limits in SECTIONS:
        lines += [f"## {title}", "", head, "|---|---|---|---|---|---|"]
        lines += [row(name, limit, getattr(limits, name)) for name, limit in declared(type(limits))]
        lines.append("")
    by_cost: dict[float, list[str]] = defaultdict(list)
    for request, cost in COSTS.items():
        by_cost[cost].append(f"`{request.__struct_config__.tag}`")  # type: ignore[attr-defined]
    costs = (
        f"Each {BYTES} bytes of a frame cost 1 more, a frame that is no request {BROKEN_COST:g}. "
        f"A connection whose debt is more than {PATIENCE:g} times what it may send at once is slowed, and "
        f"closed at the {STRIKES + 1}th time."
    )
    lines += [
        "## What requests cost",
        "",
        costs,
        "",
        "| cost | requests |",
        "|---|---|",
        *(f"| {cost:g} | {' '.join(sorted(names))} |" for cost, names in sorted(by_cost.items())),
        "| 1 | all others |",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
