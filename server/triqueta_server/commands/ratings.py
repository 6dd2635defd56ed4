"""``triqueta-server ratings``: lists the ratings, and calculates them again from the logs of the games."""

import sqlite3
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final

from triqueta_protocol.archive import RatedPlayer
from triqueta_protocol.internal.defaults import STORE_FILE
from triqueta_server.archive.check_results import wrong_results
from triqueta_server.archive.leaderboard import board, with_bots
from triqueta_server.archive.recount import Recount, recount
from triqueta_server.commands.common import CommandError, counted, fail, parser, read_only_store, say
from triqueta_server.games import RULES
from triqueta_server.ratings.model import SeatsClass, Skill
from triqueta_server.store import ratings, results
from triqueta_server.store.errors import (
    DamagedGameError,
    StoreBrokenError,
    StoreInUseError,
    StoreRefusedError,
    StoreStalledError,
)
from triqueta_server.store.ratings import Rating
from triqueta_server.store.store import Store

CLASSES: Final[tuple[SeatsClass, ...]] = ("2", "3+")


def main(arguments: Sequence[str]) -> int:
    parse = parser(
        "ratings",
        "List the ratings of everybody who has played rated games, and of the bots: place, rating, doubt, "
        "rated games, wins. Or play all rated games again by the rules, in the order in which they ended, "
        "and see whether the same ratings come out.",
        "The list and --check change nothing, and a server may run meanwhile; for --recompute it must not. "
        "Exit status: 0 if all is well, 1 if the ratings cannot be read, or --check finds others than those "
        "that are kept; 2 for a wrong option.",
    )
    parse.add_argument("--game", choices=tuple(RULES), help="only of this game")
    parse.add_argument("--seats", choices=CLASSES, help="only at tables of two, or of more")
    way = parse.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="recalculate them and all results, and compare")
    way.add_argument("--recompute", action="store_true", help="the same, and store the outcome")
    options = parse.parse_args(arguments)
    try:
        if options.recompute:
            return _recompute(options.data_dir / STORE_FILE)
        with read_only_store(options.data_dir) as connection:
            # One snapshot of the database, whatever a server writes meanwhile.
            connection.execute("BEGIN")
            if options.check:
                return _check(connection)
            _print(connection, options.game, options.seats)
    except StoreInUseError:
        return fail("ratings", CommandError("A server is using the database: stop it first, or say --check."))
    except (CommandError, DamagedGameError, StoreRefusedError, StoreStalledError, StoreBrokenError) as error:
        return fail("ratings", error)
    return 0


def _print(connection: sqlite3.Connection, game: str | None, of: SeatsClass | None) -> None:
    games, classes = (game,) if game else tuple(RULES), (of,) if of else CLASSES
    for one, seats in product(games, classes):
        rated = ratings.board(connection, one, seats)
        if not rated and (len(games) > 1 or len(classes) > 1):
            continue
        say(f"{one}, tables of {'two' if seats == '2' else 'three and more'}")
        say("place  rating        games   won")
        for line in board(with_bots(rated, one, seats, RULES[one].vocabulary.levels)):
            say(_line(line))
        say()
    say(counted(len(ratings.rated_games(connection)), "rated game"))


def _line(one: RatedPlayer) -> str:
    place = f"{one.place}." if one.place else "?"
    name = f"bot {one.level}" if one.level else f"{one.name} (bot)" if one.bot else one.name
    doubt = f"± {one.doubt}" if one.doubt else ""
    return f"{place:>5} {one.rating:>7} {doubt:<6} {one.games:>5} {one.wins:>5}  {name}"


def _check(connection: sqlite3.Connection) -> int:
    again = recount(partial(_ask, connection), RULES)
    wrong = list(_differences(ratings.all_of(connection), again))
    for words in wrong:
        say(words)
    say(
        f"{counted(len(again.ends), 'rated game')}: "
        + (_others(wrong) if wrong else "the ratings are those that are kept")
    )
    wrong_games = list(wrong_results(partial(_ask, connection), RULES))
    for words in wrong_games:
        say(words)
    total = counted(len(results.summarised(connection)), "finished game")
    differing = (
        "1 kept result differs"
        if len(wrong_games) == 1
        else f"{len(wrong_games) or 'no'} kept results differ"
    )
    say(f"{total}: {differing} from the moves")
    return 1 if wrong or wrong_games else 0


def _recompute(path: Path) -> int:
    if not path.exists():
        raise CommandError(f"There are no games in {path.parent} (--data-dir names another folder).")
    store = Store.open(path)
    try:
        again = recount(store.read, RULES)
        wrong = list(_differences(store.read(ratings.all_of), again))
        store.change(ratings.replace_all, again.ratings, again.ends)
    finally:
        store.close()
    for words in wrong:
        say(words)
    kept = f"{_others(wrong)}, and they are kept now" if wrong else "the ratings are those that were kept"
    say(f"{counted(len(again.ends), 'rated game')}: {kept}")
    return 0


def _differences(kept: Sequence[Rating], again: Recount) -> Iterator[str]:
    """The ratings that differ from the calculated ones."""
    before = {one[:3]: one for one in kept}
    after = {one[:3]: one for one in again.ratings}
    for key in sorted(before.keys() | after.keys()):
        was, now = before.get(key), after.get(key)
        if was != now:
            yield f"  {key[0]}, {key[1]}, {key[2]}: {_shown(was)} kept, {_shown(now)} from the games"


def _shown(one: Rating | None) -> str:
    return "none" if one is None else f"{Skill(one.mu, one.sigma).rating} after {one.games}"


def _others(wrong: Sequence[str]) -> str:
    differing = "1 rating differs" if len(wrong) == 1 else f"{len(wrong)} ratings differ"
    return f"{differing} from those that were kept"


def _ask(connection: sqlite3.Connection, query: Any, *arguments: Any) -> Any:
    return query(connection, *arguments)
