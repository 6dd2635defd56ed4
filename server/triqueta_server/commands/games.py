"""``triqueta-server games``: the finished games of a server, the newest first."""

from collections.abc import Sequence
from typing import Final

from triqueta_server.commands.common import (
    SOMEBODY,
    CommandError,
    counted,
    fail,
    parser,
    read_only_store,
    say,
    when,
)
from triqueta_server.store import results
from triqueta_server.store.records import SeatResult
from triqueta_server.store.results import FinishedGame, Wanted

MARKS: Final = ("rated", "practice", "coach", "abandoned")
"""Flags of a summary that are printed when set."""


def main(arguments: Sequence[str]) -> int:
    parse = parser(
        "games",
        "List finished games, the newest first.",
        "Nothing is changed; a server may run meanwhile. The names shown are those of the games' players: "
        "treat the list as you treat the database.",
    )
    parse.add_argument("--game", metavar="NAME", help="only of this game, such as triche")
    parse.add_argument("--player", metavar="NAME", help="only with players whose name contains this")
    parse.add_argument(
        "--limit", type=int, default=20, metavar="N", help="maximum number (default: %(default)s)"
    )
    parse.add_argument("--all", action="store_true", help="all of them")
    options = parse.parse_args(arguments)
    try:
        with read_only_store(options.data_dir) as connection:
            wanted = Wanted(kind=options.game, opponent=options.player)
            most = None if options.all else max(0, options.limit)
            games, total = results.finished_games(connection, wanted, most)
    except CommandError as error:
        return fail("games", error)
    _print(games)
    told = counted(total, "finished game")
    say(f"{len(games)} of {told}" if len(games) < total else told)
    return 0


def _print(games: Sequence[FinishedGame]) -> None:
    lines = [(game.id, when(game.ended_at), game.kind, _marks(game), _players(game)) for game in games]
    widths = [max((len(line[column]) for line in lines), default=0) for column in range(4)]
    for *cells, players in lines:
        columns = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True) if width]
        say("  ".join([*columns, players]))


def _marks(game: FinishedGame) -> str:
    marks = [mark for mark in MARKS if getattr(game.summary, mark)]
    return ",".join([*marks, *["imported"] * game.imported])


def _players(game: FinishedGame) -> str:
    seats = sorted(game.summary.seats, key=lambda seat: seat.place)
    return " · ".join(f"{_name(seat)} {seat.points}" for seat in seats)


def _name(seat: SeatResult) -> str:
    return f"{seat.name} ({seat.level})" if seat.level else seat.name or SOMEBODY
