"""``triqueta-server forget``: deletes a player who asked the operator for it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from triqueta_protocol.internal.defaults import STORE_FILE
from triqueta_server.commands.common import CommandError, counted, fail, parser, say, when
from triqueta_server.gateways.kept_guests import KEPT_FOLDER, settings_file
from triqueta_server.store.deletion import KnownPlayer, blocking_seats, keys_of, players_named
from triqueta_server.store.errors import (
    StoreBrokenError,
    StoreInUseError,
    StoreRefusedError,
    StoreStalledError,
)
from triqueta_server.store.records import DeletePlayer
from triqueta_server.store.store import Store
from triqueta_server.tables.state.anonymize import without

TABLES_AT_ONCE: Final = 500
"""Tables whose games are rewritten in one transaction, so that the log stays small."""


def main(arguments: Sequence[str]) -> int:
    parse = parser(
        "forget",
        "Delete a player: name, key, list of games and statistics. Games with others stay in their lists, "
        "without the name.",
        "The server must not run meanwhile; while it runs, players can do this themselves (“delete my "
        "data”). Older copies still have the name: those beside the database are listed, your own backups "
        "are up to you. Exit status: 0 if the player is deleted, 1 if not, 2 for a wrong option.",
    )
    parse.add_argument("name", metavar="NAME")
    parse.add_argument("--player", metavar="ID", help="which one, if several players go by this name")
    parse.add_argument("--yes", action="store_true", help="do not ask")
    options = parse.parse_args(arguments)
    path = options.data_dir / STORE_FILE
    try:
        if not path.exists():
            raise CommandError(f"There are no games in {options.data_dir} (--data-dir names another folder).")
        store = Store.open(path)
        try:
            player = _choose(store.read(players_named, options.name), options.name, options.player)
            _refuse_playing(store, player)
            keys = store.read(keys_of, player.id)
            if not options.yes and not _sure(player):
                say("Nothing was changed.")
                return 1
            wanted = DeletePlayer(player.id, without, TABLES_AT_ONCE)
            while not wanted.progress.done:
                store.write([wanted])
        finally:
            store.close()
    except StoreInUseError:
        return fail("forget", CommandError(f"A server is using {path}: stop it first."))
    except (CommandError, StoreRefusedError, StoreStalledError, StoreBrokenError) as error:
        return fail("forget", error)
    for key in keys:
        # An SSH or browser guest has settings here.
        (options.data_dir / KEPT_FOLDER / settings_file(key.hex())).unlink(missing_ok=True)
    games = "1 game has" if player.games == 1 else f"{player.games} games have"
    say(f"{player.name} is forgotten: {games} somebody nameless now.")
    for copy in _copies(path):
        say(f"{copy} was made before and still has the name.")
    return 0


def _choose(found: Sequence[KnownPlayer], name: str, wanted: str | None) -> KnownPlayer:
    chosen = [player for player in found if wanted in {None, player.id}]
    if not found:
        raise CommandError(f"Nobody here is called {name}.")
    if len(chosen) == 1:
        return chosen[0]
    lines = [
        f"  --player {one.id}   {one.name}, last seen {when(one.seen_at)}, {counted(one.games, 'game')}"
        for one in found
    ]
    several = f"{len(found)} players go by the name of {name}; say which one:"
    raise CommandError("\n".join([several, *lines]))


def _refuse_playing(store: Store, player: KnownPlayer) -> None:
    held = store.read(blocking_seats, player.id)
    if held:
        tables = ", ".join(f"{seat.table} ({seat.game})" for seat in held)
        raise CommandError(f"{player.name} has a seat in games that others have not finished: {tables}.")


def _sure(player: KnownPlayer) -> bool:
    if not sys.stdin.isatty():
        raise CommandError("There is nobody to ask here: say --yes.")
    seen, games = when(player.seen_at), counted(player.games, "game")
    say(f"{player.name}, last seen {seen}, {games}. This cannot be undone.")
    return input("Type the name to go on: ").strip().casefold() == player.name.casefold()


def _copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.v*.bak"))
