"""``triqueta-server export``: finished games as files that the program can replay anywhere."""

from collections.abc import Sequence
from pathlib import Path

from protocol.errors import Refusal
from server.archive.exporting import export
from server.commands.common import CommandError, fail, parser, reading, say
from server.store import results
from server.store.failures import GameDamaged


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
    text = "a folder, or for one game a file (default: where you are)"
    parse.add_argument("--to", type=Path, default=Path(), metavar="PATH", help=text)
    parse.add_argument("--force", action="store_true", help="replace files that are there")
    options = parse.parse_args(arguments)
    if bool(options.games) == options.all:
        parse.error("name games, or say --all")
    if not options.to.is_dir() and (options.all or len(options.games) > 1):
        parse.error(f"{options.to} is not a folder")
    written = failed = 0
    try:
        with reading(options.data_dir) as connection:
            for game in results.finished_ids(connection) if options.all else options.games:
                try:
                    path = export(connection, game, options.to, force=options.force)
                except FileExistsError as there:
                    failed += 1
                    fail("export", CommandError(f"{there.filename} is there already (--force replaces it)."))
                except Refusal:
                    failed += 1
                    fail("export", CommandError(f"{game} is no finished game of this server."))
                except GameDamaged as damage:
                    failed += 1
                    fail("export", damage)
                else:
                    written += 1
                    if not options.all:
                        say(str(path))
    except (CommandError, OSError) as error:
        return fail("export", error)
    if options.all:
        say(f"{written} games are in {options.to}")
    return 1 if failed else 0
