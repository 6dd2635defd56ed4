"""A player's finished games: the list, and the statistics by game and number of seats."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import UNSET
from msgspec.structs import replace

from triqueta_protocol import requests
from triqueta_protocol.archive import (
    ArchivedGame,
    ArchivedSeat,
    GamesFound,
    GameStatistics,
    HeadToHead,
    StatisticsFound,
)
from triqueta_server.ratings.model import Skill
from triqueta_server.store import ratings, results
from triqueta_server.store.results import FinishedGame, Opponent, OwnResult, Wanted
from triqueta_server.tables.services import Asker

if TYPE_CHECKING:
    from triqueta_server.archive.archive import Archive


async def games(archive: "Archive", asker: Asker, request: requests.Games) -> GamesFound:
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
    played = await archive.run(archive.store.read, results.results_of, asker.player)
    met = await archive.run(archive.store.read, results.opponents_of, asker.player)
    rated = await archive.run(archive.store.read, ratings.of_player, asker.player)
    skills = {(one.game, one.seats_class): Skill(one.mu, one.sigma) for one in rated}
    counted = statistics(played, met)
    return StatisticsFound(games=tuple(_with_rating(one, skills) for one in counted))


def _with_rating(about: GameStatistics, skills: Mapping[tuple[str, str], Skill]) -> GameStatistics:
    skill = skills.get((about.game, about.seats_class))
    return about if skill is None else replace(about, rating=skill.rating, doubt=skill.doubt)


def line_of(game: FinishedGame) -> ArchivedGame:
    """A line of a list; it contains no player ids."""
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


MOST_POINTS: Final = 50
"""The number of last games whose points are included."""

MOST_MET: Final = 50
"""Opponents, at most, by game and number of seats."""


def seats_class(seats: int) -> str:
    return "2" if seats == 2 else "3+"


def statistics(played: Iterable[OwnResult], met: Iterable[Opponent]) -> tuple[GameStatistics, ...]:
    """``played`` has the oldest game first, ``met`` the most frequent opponents."""
    by_class: dict[tuple[str, str], list[OwnResult]] = {}
    for result in played:
        by_class.setdefault((result.kind, seats_class(result.seats)), []).append(result)
    against: dict[tuple[str, str], list[HeadToHead]] = {}
    for one in met:
        line = HeadToHead(one.name, one.games, one.ahead, one.level)
        against.setdefault((one.kind, "3+" if one.more_than_two else "2"), []).append(line)
    return tuple(
        _counted(*where, results, against.get(where, ())[:MOST_MET])
        for where, results in sorted(by_class.items())
    )


def _counted(
    game: str, seats: str, results: Sequence[OwnResult], against: Sequence[HeadToHead]
) -> GameStatistics:
    ended = [result for result in results if not result.gone]
    points = [result.points for result in ended]
    slips: Counter[str] = Counter()
    for result in results:
        slips.update(result.slips)
    now, best = _streaks(results)
    return GameStatistics(
        game=game,
        seats_class=seats,
        games=len(results),
        wins=sum(result.won for result in results),
        mean_points=round(sum(points) / len(points), 2) if points else 0.0,
        best_points=max(points, default=0),
        streak=now,
        best_streak=best,
        slips=dict(sorted(slips.items())),
        points=tuple(points[-MOST_POINTS:]),
        won=tuple(result.won for result in ended[-MOST_POINTS:]),
        against=tuple(against),
    )


def _streaks(results: Iterable[OwnResult]) -> tuple[int, int]:
    """The current streak (negative: losses), and the longest winning streak."""
    now = best = 0
    for result in results:
        now = max(now, 0) + 1 if result.won else min(now, 0) - 1
        best = max(best, now)
    return now, best
