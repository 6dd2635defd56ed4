"""How somebody has fared: counts, streaks and mistakes, by game and number of seats."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from protocol.archive import GameStatistics, HeadToHead
from server.store.results import Opponent, OwnResult

MOST_POINTS: Final = 50
"""So many of the last games are told with their points."""

MOST_MET: Final = 50
"""So many of the people met, by game and number of seats."""


def seats_class(seats: int) -> str:
    return "2" if seats == 2 else "3+"


def statistics(played: Iterable[OwnResult], met: Iterable[Opponent]) -> tuple[GameStatistics, ...]:
    """``played`` has the oldest game first, ``met`` those met most often."""
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
    """Games won (negative: lost) in a row until now, and most ever won in a row."""
    now = best = 0
    for result in results:
        now = max(now, 0) + 1 if result.won else min(now, 0) - 1
        best = max(best, now)
    return now, best
