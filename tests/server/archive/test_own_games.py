"""Lists and statistics of finished games: counted from the same records that tables write."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tests.server.archive.asking import answer
from tests.server.archive.club import Person, Played, play, records
from tests.server.tables.fake_server import run_at_once, work_at_once
from triqueta_protocol.archive import ArchivedGame, GamesFound, GameStatistics, HeadToHead, StatisticsFound
from triqueta_protocol.requests import ArchiveRequest, Games, Statistics
from triqueta_server.archive.archive import Archive
from triqueta_server.games.outcome import Outcome
from triqueta_server.store.records import GameEnd, GameSummary, Record, SeatResult
from triqueta_server.store.store import Store
from triqueta_server.tables.services import Asker

ANA, BO, CY = Person("ana", "Ana"), Person("bo", "Bo"), Person("cy", "Cyrîl")

DUEL, THREE = play("triqueta", 2, Random(1)), play("triche", 3, Random(2))


def ended(played: Played, *standings: tuple[int, int], **slips: int) -> Played:
    """The same game with other points and places; slips are the first seat's."""
    outcomes = [Outcome(*how, slips if at == 0 else {}) for at, how in enumerate(standings)]
    return played._replace(ended=tuple(outcomes))


def club() -> list[Record]:
    """Five games of Ana's, a day apart: won, lost, won, left, and a practice; and one without her."""
    day = 86_400.0
    won, lost = ((30, 1), (12, 2)), ((9, 2), (20, 1))
    return [
        *records(ended(DUEL, *won, spoiled=1), "g1", (ANA, BO), day, table="A"),
        *records(ended(THREE, (5, 3), (21, 1), (11, 2), lost_carres=2), "g2", (ANA, CY, "easy"), 2 * day),
        *records(ended(DUEL, *lost, spoiled=2), "g3", (ANA, BO._replace(name="Bobo")), 3 * day, table="A"),
        *records(ended(DUEL, *won), "g4", (ANA, "easy"), 4 * day, table="B", coach=True),
        *records(ended(DUEL, (40, 1), (2, 2)), "g5", (ANA, BO), 5 * day, table="A", gone=[0]),
        *records(ended(DUEL, (99, 1), (2, 2)), "g6", (ANA, "easy"), 6 * day, table="C", practice=True),
        *records(ended(DUEL, *won), "g7", (BO, CY), 7 * day, table="D"),
    ]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "store.db")
    yield store
    store.close()


@pytest.fixture
def archive(store: Store) -> Archive:
    store.write(club())
    return Archive(store, run_at_once, work_at_once)


async def ask(archive: Archive, player: str, request: ArchiveRequest) -> Any:
    return await answer(archive, Asker(player), request)


async def listed(archive: Archive, player: str, request: Games) -> list[ArchivedGame]:
    found = await ask(archive, player, request)
    assert isinstance(found, GamesFound)
    assert found.total == len(found.games) or found.more is not None
    return list(found.games)


async def test_the_newest_game_comes_first_with_everybody_s_points(archive: Archive) -> None:
    games = await listed(archive, "ana", Games(id=1))
    assert [game.id for game in games] == ["g6", "g5", "g4", "g3", "g2", "g1"]
    third = games[4]
    assert (third.game, third.begun_at, third.options) == ("triche", 2 * 86_400.0, THREE.options)
    assert third.ended_at > third.begun_at
    seats = [(seat.name, seat.level, seat.points, seat.place, seat.you) for seat in third.seats]
    assert seats == [
        ("Ana", None, 5, 3, True),
        ("Cyrîl", None, 21, 1, False),
        ("Bot 2", "easy", 11, 2, False),
    ]
    flags = [(game.practice, game.coach, game.abandoned, game.rated, game.imported) for game in games]
    assert flags == [
        (True, False, False, False, False),
        (False, False, True, False, False),
        (False, True, False, False, False),
        *[(False,) * 5] * 3,
    ]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"game": "triche"}, ["g2"]),
        ({"game": "tripitz"}, []),
        ({"opponent": "bo"}, ["g6", "g5", "g4", "g3", "g2", "g1"]),
        ({"opponent": "bob"}, ["g3"]),
        ({"opponent": "ÎL"}, ["g2"]),
        ({"opponent": "ana"}, []),
        ({"opponent": "%"}, []),
        ({"result": "won"}, ["g6", "g4", "g1"]),
        ({"result": "lost"}, ["g5", "g3", "g2"]),
        ({"result": "lost", "opponent": "bo", "game": "triqueta"}, ["g5", "g3"]),
    ],
)
async def test_lists_are_filtered(archive: Archive, wanted: dict[str, str], found: list[str]) -> None:
    assert [game.id for game in await listed(archive, "ana", Games(id=1, **wanted))] == found  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [1, 2, 4, 6])
async def test_pages_put_together_are_the_whole_list(archive: Archive, store: Store, limit: int) -> None:
    # Games that ended in the same moment do not fall between two pages.
    for number in range(3):
        store.write(records(DUEL, f"same{number}", (ANA, BO), 3 * 86_400.0, table=f"S{number}"))
    pages: list[list[str]] = []
    before = UNSET
    while True:
        found = await ask(archive, "ana", Games(id=1, limit=limit, before=before))
        assert found.total == 9
        pages.append([game.id for game in found.games])
        if found.more is None:
            break
        before = found.more
        assert len(pages[-1]) >= limit
    everything = [game.id for game in await listed(archive, "ana", Games(id=1))]
    assert [game for page in pages for game in page] == everything
    assert len(set(everything)) == 9


async def test_statistics_add_up(archive: Archive) -> None:
    found = await ask(archive, "ana", Statistics(id=1))
    assert found == StatisticsFound(
        games=(
            GameStatistics(
                game="triche",
                seats_class="3+",
                games=1,
                wins=0,
                mean_points=5.0,
                best_points=5,
                streak=-1,
                slips={"lost_carres": 2},
                points=(5,),
                won=(False,),
                against=(HeadToHead("Cyrîl", 1, 0), HeadToHead("", 1, 0, "easy")),
            ),
            GameStatistics(
                game="triqueta",
                seats_class="2",
                # The one that was left is lost, and its points are the bot's; practice does not count.
                games=4,
                wins=2,
                mean_points=23.0,
                best_points=30,
                streak=-1,
                best_streak=1,
                slips={"spoiled": 3},
                points=(30, 9, 30),
                won=(True, False, True),
                # By who they are, under the newest name; whoever leaves is not ahead of anybody.
                against=(HeadToHead("Bo", 3, 1), HeadToHead("", 1, 1, "easy")),
            ),
        )
    )


async def test_somebody_without_games_has_none(archive: Archive) -> None:
    assert await ask(archive, "eve", Games(id=1)) == GamesFound(games=(), total=0)
    assert await ask(archive, "eve", Statistics(id=2)) == StatisticsFound(games=())


async def test_streaks_are_counted_from_the_newest_game(store: Store) -> None:
    for number, place in enumerate((1, 1, 1, 2, 1, 1)):
        game = ended(DUEL, (10, place), (10, 3 - place))
        store.write(records(game, f"g{number}", (ANA, BO), 1000.0 * number))
    archive = Archive(store, run_at_once, work_at_once)
    found = await ask(archive, "ana", Statistics(id=1))
    assert [(one.streak, one.best_streak) for one in found.games] == [(2, 3)]
    found = await ask(archive, "bo", Statistics(id=1))
    assert [(one.streak, one.best_streak) for one in found.games] == [(-2, 1)]


def test_a_summary_is_stored_with_the_end_or_not_at_all(store: Store) -> None:
    begun, *entries, end = records(DUEL, "g1", (ANA, BO))
    assert isinstance(end, GameEnd)
    store.write([begun, *entries])
    impossible = GameSummary(seats=(SeatResult("ana", "Ana", points=[]),))  # type: ignore[arg-type]
    with pytest.raises(Exception, match="type"):
        store.write([replace(end, summary=impossible)])
    found = store.game("g1")
    assert found is not None
    assert found.end is None
    store.write([end])
    assert store._connection.execute("SELECT player, won FROM own_game").fetchall() in (
        [("ana", 1), ("bo", 0)],
        [("ana", 0), ("bo", 1)],
    )
