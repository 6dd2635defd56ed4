"""``triqueta-server export``: finished games as files that the program can replay anywhere."""

import os
from collections.abc import Sequence
from pathlib import Path

from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.archive import game_file, stored
from triqueta_server.commands.common import CommandError, counted, fail, parser, read_only_store, say
from triqueta_server.store import results
from triqueta_server.store.errors import DamagedGameError
from triqueta_server.store.reading import Connection, game_by_id


def main(arguments: Sequence[str]) -> int:
    parse = parser(
        "export",
        "Write finished games to files, one for each: the games named by their ids, or all of them.",
        "Such a file holds the names of its players; `triqueta replay FILE` shows it, on any machine. "
        "Nothing is changed in the store; a server may run meanwhile. Files that are there already are left "
        "as they are, unless --force is given. Exit status: 0; 1 if a game could not be written; 2 for a "
        "wrong option.",
    )
    parse.add_argument("games", nargs="*", metavar="GAME", help="an id, as `triqueta-server games` shows it")
    parse.add_argument("--all", action="store_true", help="every finished game")
    text = "a folder, created if needed, or for one game a file (default: where you are)"
    parse.add_argument("--to", type=Path, default=Path(), metavar="PATH", help=text)
    parse.add_argument("--force", action="store_true", help="overwrite existing files")
    options = parse.parse_args(arguments)
    if bool(options.games) == options.all:
        parse.error("name games, or say --all")
    several = options.all or len(options.games) > 1
    if several and options.to.exists() and not options.to.is_dir():
        parse.error(f"{options.to} is not a folder")
    written = failed = 0
    try:
        with read_only_store(options.data_dir) as connection:
            if several:
                options.to.mkdir(parents=True, exist_ok=True)
            for game in results.finished_ids(connection) if options.all else options.games:
                try:
                    path = export_game(connection, game, options.to, force=options.force)
                except FileExistsError as there:
                    failed += 1
                    fail("export", CommandError(f"{there.filename} is there already (--force replaces it)."))
                except RefusalError:
                    failed += 1
                    fail("export", CommandError(f"{game} is no finished game of this server."))
                except DamagedGameError as damage:
                    failed += 1
                    fail("export", damage)
                else:
                    written += 1
                    if not options.all:
                        say(str(path))
    except (CommandError, OSError) as error:
        return fail("export", error)
    if options.all:
        say(f"{counted(written, 'game')} written to {options.to}")
    return 1 if failed else 0


def export_game(connection: Connection, game_id: str, to: Path, *, force: bool = False) -> Path:
    """Write a finished game to a file, or to a folder under a generated name; returns its path.

    Raises ``RefusalError`` (``game_not_found``) if there is no such finished game, ``FileExistsError`` if the
    file exists and ``force`` is not given, ``OSError``, or ``DamagedGameError``.
    """
    found = game_by_id(connection, game_id)
    if found is None or found.end is None:
        raise RefusalError(Code.GAME_NOT_FOUND)
    line = results.finished_game(connection, game_id)
    game = stored.finished(found, None if line is None else line.summary)
    assert game is not None
    path = to
    if to.is_dir():
        # Two games may have begun in the same second.
        name = Path(game_file.suggested_name(game))
        path = to / f"{name.stem}-{game_id[:8]}{name.suffix}"
    content = game_file.write(game)
    if not force:
        with path.open("xb") as file:
            file.write(content)
        return path
    whole = path.with_name(f".{path.name}.{os.getpid()}")
    whole.write_bytes(content)
    whole.replace(path)
    return path
