"""``triqueta turns``: the player's unfinished games as text, for a shell prompt or a status bar.

It prints what the client has noted down, so it needs neither a screen nor a server.
"""

import logging
import sys
import time
from typing import Any

import msgspec

from triqueta_protocol.text import clean
from triqueta_tui import locale
from triqueta_tui.locale import say
from triqueta_tui.paths import Paths
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat
from triqueta_tui.settings import SettingsFile
from triqueta_tui.widgets.waiting_words import Waiting, in_order, note, title

YOURS, NOTHING_TO_DO, ERROR = 0, 1, 2


def run(paths: Paths, profile: str, *, refresh: bool, as_json: bool) -> int:
    """Print what waits; returns the exit status."""
    logging.getLogger().addHandler(logging.NullHandler())
    memory = Memory(paths.servers, profile)
    if why := memory.tables.trouble():
        print(f"triqueta: {say('cli.turns.unreadable', file=memory.tables.path, why=why)}", file=sys.stderr)  # noqa: T201
        return ERROR
    if refresh and memory.tables.keys():
        _refresh(memory, paths, profile)
    waiting = in_order(memory.seats, memory.results)
    for name in {one.game for one in waiting}:
        if (locale.FOLDER / locale.LANGUAGES[0] / f"{name}.toml").is_file():
            locale.add_game(name)
    if as_json:
        print(msgspec.json.encode([_fields(one) for one in waiting]).decode())  # noqa: T201 - that is what was asked for
    else:
        now = time.time()
        for one in waiting:
            line = f"{title(one.game)}: {note(one, now)}"
            print(line if line.isprintable() else clean(line))  # noqa: T201 - that is what was asked for
    return YOURS if any(isinstance(one, WaitingSeat) and one.yours for one in waiting) else NOTHING_TO_DO


def _refresh(memory: Memory, paths: Paths, profile: str) -> None:
    import asyncio

    from triqueta_tui.session.own_name import own_name
    from triqueta_tui.session.player_keys import PlayerKeys
    from triqueta_tui.session.server_tables import ask_servers

    name = own_name(SettingsFile(paths.settings).read().name)
    asyncio.run(ask_servers(memory, PlayerKeys(paths.identity, profile), name, paths))


def _fields(one: Waiting) -> dict[str, Any]:
    common = {"game": one.game, "server": one.server, "with": one.others, "since": one.since}
    if isinstance(one, UnseenResult):
        winners = [one.names[at] for at in one.winners]
        return {**common, "status": "ended", "yours": False, "winners": winners, "won": one.won, "id": one.id}
    return {
        **common,
        "status": one.status,
        "yours": one.yours,
        "awaited": one.awaited,
        "table": one.table,
    }
