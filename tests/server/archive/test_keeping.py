"""Imported games that are kept: in the importer's list, and nowhere else."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.server.archive.asking import answer
from tests.server.archive.games import ONE_OF_EACH, recorded
from tests.server.tables.fake_server import run_at_once, work_at_once
from triqueta_protocol import requests
from triqueta_protocol.archive import Dropped, FileFound, GamesFound, ReplayFound, StatisticsFound
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.archive import game_file
from triqueta_server.archive.archive import Archive
from triqueta_server.archive.finished_game import FinishedGame, PlayedSeat
from triqueta_server.store.store import Store
from triqueta_server.tables.services import Asker

ANA, BO = Asker("ana"), Asker("bo")


def home(store: Store) -> Archive:
    """The archive of a program's own server."""
    return Archive(store, run_at_once, work_at_once, keeps_files=True)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "triqueta.db")
    yield store
    store.close()


def just_now(name: str) -> FinishedGame:
    """A game with all that a file can say, which has ended this very moment."""
    game, now = recorded(name), round(time.time(), 3)
    first, *others = game.seats
    seats = (replace(first, gone=True), *others)
    return replace(game, begun_at=now - 1000.123, ended_at=now, seats=seats)


async def imported(archive: Archive, asker: Asker, file: bytes) -> str:
    found = await answer(archive, asker, requests.ImportGame(id=1, file=file, keep=True))
    assert isinstance(found, GamesFound), found
    return found.games[0].id


async def listed(archive: Archive, asker: Asker) -> GamesFound:
    found = await answer(archive, asker, requests.Games(id=1))
    assert isinstance(found, GamesFound)
    return found


def code(answer: object) -> str:
    assert isinstance(answer, RefusalError)
    return answer.code


@pytest.mark.parametrize("name", ONE_OF_EACH)
async def test_a_kept_game_is_listed_replayed_and_exported_as_it_came(name: str, tmp_path: Path) -> None:
    file = game_file.write(just_now(name))
    path = tmp_path / "triqueta.db"
    store = Store.open(path)
    game = await imported(home(store), ANA, file)
    assert await imported(home(store), ANA, file) == game, "the same file twice is one game"
    before = await listed(home(store), ANA)
    store.close()
    again = Store.open(path)
    archive = home(again)
    assert again.games_lost == 0
    assert list(again.last_games(0.0)) == [], "no table is set up for it"
    lines = await listed(archive, ANA)
    assert lines == before
    (line,) = lines.games
    assert (line.id, line.imported, line.abandoned, line.rated) == (game, True, True, False)
    assert not any(seat.you for seat in line.seats)
    replay = await answer(archive, ANA, requests.Replay(id=1, game=game))
    assert isinstance(replay, ReplayFound)
    exported = await answer(archive, ANA, requests.ExportGame(id=1, game=game))
    assert isinstance(exported, FileFound)
    assert exported.data == file
    again.close()


async def test_it_is_in_nobody_elses_list_and_counts_for_nothing(store: Store) -> None:
    archive = home(store)
    file = game_file.write(recorded(ONE_OF_EACH[0]))
    game = await imported(archive, ANA, file)
    assert (await listed(archive, BO)).total == 0
    for request in (
        requests.Replay(id=1, game=game),
        requests.ExportGame(id=1, game=game),
        requests.DropGame(id=1, game=game),
    ):
        assert code(await answer(archive, BO, request)) == Code.GAME_NOT_FOUND
    counted = await answer(archive, ANA, requests.Statistics(id=1))
    assert isinstance(counted, StatisticsFound)
    assert counted.games == ()
    other = await imported(archive, BO, file)
    assert other != game
    assert (await listed(archive, BO)).total == 1


async def test_what_is_dropped_is_gone_and_missed_by_nobody(tmp_path: Path) -> None:
    path = tmp_path / "triqueta.db"
    store = Store.open(path)
    archive = home(store)
    kept = await imported(archive, ANA, game_file.write(recorded(ONE_OF_EACH[0])))
    game = await imported(archive, ANA, game_file.write(recorded(ONE_OF_EACH[1])))
    assert isinstance(await answer(archive, ANA, requests.DropGame(id=1, game=game)), Dropped)
    assert code(await answer(archive, ANA, requests.DropGame(id=1, game=game))) == Code.GAME_NOT_FOUND
    assert code(await answer(archive, ANA, requests.Replay(id=1, game=game))) == Code.GAME_NOT_FOUND
    store.close()
    again = Store.open(path)
    assert again.games_lost == 0
    assert [line.id for line in (await listed(home(again), ANA)).games] == [kept]
    again.close()


async def test_a_game_without_a_name_in_it_is_kept_without(store: Store) -> None:
    game = recorded(ONE_OF_EACH[2])
    nameless = replace(game, seats=(PlayedSeat(""), *game.seats[1:]))
    archive = home(store)
    await imported(archive, ANA, game_file.write(nameless))
    (line,) = (await listed(archive, ANA)).games
    assert line.seats[0].name == ""
