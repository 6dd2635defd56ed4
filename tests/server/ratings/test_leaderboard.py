"""The list of ratings over the wire: pages, the own line, and nothing of a game that still runs."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.archive.asking import answer
from tests.server.ratings.stored_server import store_of, stored_server
from tests.server.tables.fake_client import play_on, playing
from triqueta_protocol import requests
from triqueta_protocol.archive import LeaderboardFound, StatisticsFound
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.archive.archive import Archive
from triqueta_server.ratings.model import NEWCOMER
from triqueta_server.store import ratings
from triqueta_server.store.ratings import Rating
from triqueta_server.store.records import Credential, PlayerRecord
from triqueta_server.store.store import Store
from triqueta_server.tables.services import Asker


async def at_once(read: Any, *arguments: Any, **more: Any) -> Any:
    return read(*arguments, **more)


async def no_work(*_: Any, **__: Any) -> None:
    raise AssertionError("ratings need no worker")


def ask(store: Store, player: str, game: str = "triqueta", before: int = 0) -> LeaderboardFound:
    archive = Archive(store, at_once, no_work)
    request = requests.Leaderboard(id=1, game=game, seats_class="2", before=before)
    found = asyncio.run(answer(archive, Asker(player), request))
    if isinstance(found, RefusalError):
        raise found
    assert isinstance(found, LeaderboardFound)
    return found


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A hundred and twenty people with ratings."""
    store = Store.open(tmp_path_factory.mktemp("club") / "store.db")
    people = [f"p{number:03}" for number in range(120)]
    store.write([PlayerRecord(one, Credential("key", one.encode()), one.upper(), 5.0) for one in people])
    now = [Rating("triqueta", "2", one, 30.0 - at / 10, 2.0, 20, 10, False) for at, one in enumerate(people)]
    store.change(ratings.replace_all, now, [])
    yield store
    store.close()


def test_pages_follow_each_other_without_a_gap(club: Store) -> None:
    lines = [line for before in (0, 50, 100) for line in ask(club, "p077", before=before).lines]
    assert len(lines) == ask(club, "p077").total == 124
    assert [line.name for line in lines if not line.level] == [f"P{number:03}" for number in range(120)]
    assert ask(club, "p077", before=124).lines == ()


def test_the_own_line_is_there_wherever_it_is(club: Store) -> None:
    found = ask(club, "p077")
    assert found.own is not None
    assert (found.own.name, found.own.you) == ("P077", True)
    assert found.own not in found.lines
    assert ask(club, "nobody").own is None


async def test_the_own_rating_is_among_the_own_statistics(tmp_path: Path) -> None:
    server = stored_server(tmp_path / "store.db")
    told = {}
    for counts, bots in ((True, 1), (False, 2)):
        table, [ana] = await playing(server, f"Ana{bots}", bots=bots, rated=counts)
        await play_on(table, [ana])
        archive = Archive(store_of(server), at_once, no_work)
        found = await answer(archive, Asker(ana.player.id), requests.Statistics(id=1))
        assert isinstance(found, StatisticsFound)
        [about] = found.games
        told[counts] = (about.rating, about.doubt, ana.room(table).rating_changes)
    rating, doubt, [change, _] = told[True]
    assert change is not None
    assert rating == change.after
    assert 0 < doubt < NEWCOMER.doubt
    assert told[False] == (None, 0, ())
    store_of(server).close()


def test_a_game_that_nobody_plays_here_is_unknown(club: Store) -> None:
    with pytest.raises(RefusalError) as refused:
        ask(club, "p077", game="chess")
    assert refused.value.code == Code.UNKNOWN_GAME
    assert [line.level for line in ask(club, "p077", game="tripitz").lines] == [
        "expert",
        "hard",
        "normal",
        "easy",
    ]


async def test_nothing_of_a_running_game_is_in_it(tmp_path: Path) -> None:
    """Whatever is drawn and played: until the end two worlds have the same ratings, byte for byte."""
    told: list[list[Any]] = []
    for seed in ("one world", "another"):
        server = stored_server(tmp_path / f"{seed}.db", seed)
        table, [ana] = await playing(server, "Ana", bots=1, rated=True)
        await play_on(table, [ana], 25)
        store = store_of(server)
        told.append([ana.room(table).rating_changes, store.read(ratings.all_of)])
        assert not server.services.ratings.lines
        await play_on(table, [ana])
        assert len(store.read(ratings.all_of)) == 2
        store.close()
    assert told[0] == told[1] == [(), []]
