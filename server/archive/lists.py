"""A player's own finished games: the list of them, and what they add up to."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from protocol import requests
from protocol.archive import ArchivedGame, ArchivedSeat, GamesFound, GameStatistics, StatisticsFound
from server.archive.late_summaries import summarise_own
from server.archive.statistics import statistics
from server.ratings.model import Belief
from server.store import ratings, results
from server.store.results import FinishedGame, Wanted
from server.tables.services import Asker

if TYPE_CHECKING:
    from server.archive.archive import Archive


async def games(archive: "Archive", asker: Asker, request: requests.Games) -> GamesFound:
    await summarise_own(archive, asker.player)
    wanted = Wanted(
        kind=None if request.game is UNSET else request.game,
        opponent=None if request.opponent is UNSET else request.opponent,
        won=None if request.result is UNSET else request.result == "won",
    )
    before = None if request.before is UNSET else request.before
    lines, total, more = await archive.run(
        archive.store.read, results.games_of, asker.player, wanted, before, request.limit
    )
    return GamesFound(games=tuple(map(line_of, lines)), total=total, more=more)


async def own_statistics(archive: "Archive", asker: Asker, _request: requests.Statistics) -> StatisticsFound:
    await summarise_own(archive, asker.player)
    played = await archive.run(archive.store.read, results.results_of, asker.player)
    met = await archive.run(archive.store.read, results.opponents_of, asker.player)
    rated = await archive.run(archive.store.read, ratings.of_player, asker.player)
    beliefs = {(one.game, one.seats_class): Belief(one.mu, one.sigma) for one in rated}
    counted = statistics(played, met)
    return StatisticsFound(games=tuple(_with_rating(one, beliefs) for one in counted))


def _with_rating(about: GameStatistics, beliefs: Mapping[tuple[str, str], Belief]) -> GameStatistics:
    belief = beliefs.get((about.game, about.seats_class))
    return about if belief is None else replace(about, rating=belief.rating, doubt=belief.doubt)


def line_of(game: FinishedGame) -> ArchivedGame:
    """A game as a list shows it. Ids of players stay here."""
    summary = game.summary
    return ArchivedGame(
        id=game.id,
        game=game.kind,
        begun_at=game.begun_at,
        ended_at=game.ended_at,
        seats=tuple(
            ArchivedSeat(seat.name, seat.level, seat.points, seat.place, at == game.own_seat, seat.program)
            for at, seat in enumerate(summary.seats)
        ),
        options=summary.options,
        rated=summary.rated,
        practice=summary.practice,
        coach=summary.coach,
        abandoned=summary.abandoned,
        imported=game.imported,
        series=summary.series,
        series_number=summary.series_number,
    )
