"""A server's answers about finished games, made up by the test; and an app that hears them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from msgspec import UNSET

from tests.triqueta_tui.driving import Driver, driving, make_app
from tests.triqueta_tui.games.local import LocalGame
from tests.triqueta_tui.replay.recorded import finished
from triqueta_protocol.archive import (
    ArchivedGame,
    ArchivedSeat,
    Found,
    GamesFound,
    GameStatistics,
    HeadToHead,
    LeaderboardFound,
    RatedPlayer,
    ReplayFound,
    StatisticsFound,
)
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.requests import ArchiveRequest, Games, Leaderboard, Replay, Statistics
from triqueta_server.archive.replay import part
from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.my_games import MyGames
from triqueta_tui.paths import Paths

NOON = 1_794_909_600.0
"""17 November 2026, 10:00 in UTC."""

DAY = 86_400.0
KINDS = ("triqueta", "triche", "tripitz")
OTHERS = ("Björn", "熊太郎", "Hazel", "Zoë", "")


def seat(name: str, points: int, place: int, **more: Any) -> ArchivedSeat:
    return ArchivedSeat(name=name, points=points, place=place, **more)


def game(number: int, kind: str = "triqueta", *, won: bool = True, **more: Any) -> ArchivedGame:
    """A game of three; the higher the number, the longer ago."""
    own, other = (34, 22) if won else (11, 29)
    rival = OTHERS[number % len(OTHERS)]
    seats = (
        seat("Ana", own, 1 if won else 2, you=True),
        seat(rival, other, 2 if won else 1),
        seat("Oak", -3, 3, level="normal"),
    )
    end = NOON - number * DAY * 3
    values = {"begun_at": end - 840, "ended_at": end, "seats": seats, **more}
    return ArchivedGame(id=f"g{number}", game=kind, **values)


def many(count: int) -> list[ArchivedGame]:
    return [
        game(at, KINDS[at % 3], won=at % 4 != 1, rated=at % 5 == 0, imported=at == 2) for at in range(count)
    ]


@cache
def _part(table: LocalGame[Any], start: int) -> ReplayFound:
    whole = finished(table)
    return ReplayFound(total=len(whole.decisions) + 1, start=start, packed=part(whole, start, 0))


class Answers:
    """Filters and pages as the server does; remembers what it was asked."""

    def __init__(self, games: Sequence[ArchivedGame] = ()) -> None:
        self.games = list(games)
        self.asked: list[ArchiveRequest] = []
        self.statistics: tuple[GameStatistics, ...] = ()
        self.rated: tuple[RatedPlayer, ...] = ()
        self.played: LocalGame[Any] | None = None
        """The game that is replayed, whichever is asked for."""
        self.more: dict[type[ArchiveRequest], Found | Exception] = {}
        """Other answers, by what is asked."""

    async def find(self, kind: type[ArchiveRequest], **fields: Any) -> Found:
        request = kind(id=len(self.asked) + 1, **fields)
        self.asked.append(request)
        told = self.more.get(kind)
        if isinstance(told, Exception):
            raise told
        if told is not None:
            return told
        match request:
            case Games():
                return self._games(request)
            case Replay() if self.played is not None:
                return _part(self.played, request.start)
            case Statistics():
                return StatisticsFound(games=self.statistics)
            case Leaderboard():
                own = next((one for one in self.rated if one.you), None)
                lines = self.rated[request.before : request.before + 20]
                return LeaderboardFound(lines=lines, total=len(self.rated), own=own)
        raise RefusalError("game_not_found")

    def _games(self, asked: Games) -> GamesFound:
        fitting = [one for one in self.games if _fits(one, asked)]
        start = 0 if asked.before is UNSET else asked.before
        page = tuple(fitting[start : start + asked.limit])
        end = start + len(page)
        return GamesFound(games=page, total=len(fitting), more=end if end < len(fitting) else None)


def _fits(one: ArchivedGame, asked: Games) -> bool:
    own = next((seat for seat in one.seats if seat.you), None)
    others = [seat.name for seat in one.seats if not seat.you]
    if asked.game is not UNSET and one.game != asked.game:
        return False
    if asked.opponent is not UNSET and not any(asked.opponent in name for name in others):
        return False
    if asked.result is not UNSET:
        return own is not None and (own.place == 1) == (asked.result == "won")
    return True


def answered_by(app: TriquetaApp, answers: Answers) -> TriquetaApp:
    app.navigator.find = answers.find  # type: ignore[method-assign]  # instead of a server
    return app


def club() -> Answers:
    """Somebody who plays a lot."""
    answers = Answers(many(64))
    answers.statistics, answers.rated = statistics(), rated(12)
    return answers


@asynccontextmanager
async def listing(
    paths: Paths, answers: Answers, size: tuple[int, int] = (80, 24), server: str = "", **settings: Any
) -> AsyncIterator[tuple[Driver, MyGames]]:
    """The list of games on top of the home screen."""
    async with driving(answered_by(make_app(paths, **settings), answers), size) as driver:
        screen = MyGames(server)
        await driver.app.push_screen(screen)
        await driver.pilot.pause()
        yield driver, screen


def statistics() -> tuple[GameStatistics, ...]:
    points = (22, 31, 8, -4, 17, 25, 40, 12, 0, 19, 28, 33, 7, 21, 26, 30, 15, 38, 41, 23, 18, 29)
    won = tuple(one > 24 for one in points)
    return (
        GameStatistics(
            game="triqueta",
            seats_class="3+",
            games=43,
            wins=19,
            mean_points=21.35,
            best_points=41,
            streak=3,
            best_streak=6,
            slips={"spoiled": 12},
            points=points,
            won=won,
            against=(
                HeadToHead("Björn", 12, 7),
                HeadToHead("熊太郎", 9, 3),
                HeadToHead("", 30, 22, level="normal"),
                HeadToHead("", 2, 1),
            ),
        ),
        GameStatistics(
            game="triche",
            seats_class="2",
            games=1,
            wins=0,
            mean_points=9.0,
            best_points=9,
            streak=-1,
            slips={"lost_carres": 2},
            points=(9,),
            won=(False,),
        ),
    )


def rated(count: int = 30, you: int = 4) -> tuple[RatedPlayer, ...]:
    names = ("Björn", "熊太郎", "Zoë", "Čiča")
    return tuple(
        RatedPlayer(
            name="Ana" if place == you else f"{names[place % 4]} {place}",
            place=place if place < count else 0,
            rating=2900 - 37 * place,
            doubt=60 + place,
            games=100 - place,
            wins=50 - place,
            level="expert" if place == 2 else None,
            you=place == you,
        )
        for place in range(1, count + 1)
    )
