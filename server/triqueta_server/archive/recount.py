"""Calculates ratings again from the logs of the rated games, in the order in which they ended."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import msgpack
import msgspec

from triqueta_server.archive.stored import decisions
from triqueta_server.games.game import AnyRules
from triqueta_server.games.outcome import standings
from triqueta_server.ratings.book import Contender, Line, RatingBook, bot_key
from triqueta_server.ratings.model import SeatsClass, Skill
from triqueta_server.store import ratings
from triqueta_server.store.ratings import KeptSeat, Rating
from triqueta_server.store.records import RatedEnd, StoredGame
from triqueta_server.tables.state.stored_setup import Setup, played_less_than_bots

Read = Callable[..., Any]
"""``Store.read``."""


class Recount(NamedTuple):
    ratings: list[Rating]
    ends: list[tuple[str, RatedEnd]]
    """The changes of each game, by id, in order."""


def load(book: RatingBook, read: Read) -> None:
    """Load the stored ratings into a book."""
    lines = [
        ((one.game, cast("SeatsClass", one.seats_class), one.player), _line(one))
        for one in read(ratings.all_of)
    ]
    book.load(lines, read(ratings.last_number))


def recount(read: Read, rules: Mapping[str, AnyRules]) -> Recount:
    """Replay all rated games and calculate the ratings again; raises ``DamagedGameError``.

    The logs no longer name deleted players. Their ratings before each game are stored with the game, so that
    the ratings of the others come out the same.
    """
    book = RatingBook()
    ends: list[tuple[str, RatedEnd]] = []
    for seq, number in read(ratings.rated_games):
        stored, kept = read(ratings.rated_game, seq, number)
        ends.append((stored.record.id, book.rate(stored.record.game, contenders(stored, kept, rules))))
    now = [
        Rating(game, of, player, *line.skill, line.games, line.wins, line.program)
        for (game, of, player), line in sorted(book.lines.items())
    ]
    return Recount(now, ends)


def contenders(
    stored: StoredGame, kept: Sequence[KeptSeat], rules: Mapping[str, AnyRules]
) -> list[Contender]:
    """The players of a game and their results, from its log."""
    setup = msgspec.convert(msgpack.unpackb(stored.record.setup), Setup)
    game = rules[stored.record.game]
    position = game.begin(
        len(setup.seats), msgspec.convert(setup.options, game.vocabulary.words.options), stored.record.seed
    )
    for one in decisions(stored):
        position.apply(one.seat, game.read(position, one.seat, one.action))
    sat_in = _bots_at_the_end(stored)
    found: list[Contender] = []
    standing = standings(game, position, len(setup.seats))
    for at, (seat, how) in enumerate(zip(setup.seats, standing, strict=True)):
        moves = [entry for entry in stored.entries if entry.kind == "move" and entry.seat == at]
        own = sum(entry.player is not None for entry in moves)
        if seat.owner is None and seat.bot is None and at < len(kept):
            before = Skill(kept[at].mu_before, kept[at].sigma_before)
            found.append(Contender(None, how.place, kept[at].gone, seat.program, before))
        elif seat.owner is None:
            found.append(Contender(bot_key(seat.bot) if seat.bot else None, how.place))
        else:
            gone = at in sat_in or played_less_than_bots(own, len(moves), seat)
            found.append(Contender(seat.owner, how.place, gone, seat.program))
    return found


def _bots_at_the_end(stored: StoredGame) -> set[int]:
    """The seats that began with people and ended with bots."""
    last = {entry.seat: msgpack.unpackb(entry.body) for entry in stored.entries if entry.kind == "seat"}
    return {at for at, seat in last.items() if seat["bot"] is not None or seat["owner"] is None}


def _line(one: Rating) -> Line:
    return Line(Skill(one.mu, one.sigma), one.games, one.wins, one.program)
