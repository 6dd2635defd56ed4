"""Waiting rooms in the store: the last state of each, until its game begins or it closes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.store.samples import ANA, a_game
from triqueta_server.store.records import DeletePlayer, RoomClosed, RoomRecord
from triqueta_server.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "store.db")
    yield store
    store.close()


def a_room(table: str = "KNOT", setup: bytes = b"set up", games: int = 0) -> RoomRecord:
    return RoomRecord(table, "triqueta", games, setup)


def test_the_last_state_of_each_room_is_there_after_reopening(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "store.db")
    store.write([a_room(), a_room("LOOP"), a_room(setup=b"other")])
    store.write([a_room("LOOP", games=2)])
    store.close()
    again = Store.open(tmp_path / "store.db")
    assert again.rooms() == [a_room(setup=b"other"), a_room("LOOP", games=2)]
    again.close()


def test_a_room_ends_when_it_closes_or_its_game_begins(store: Store) -> None:
    store.write([a_room(), a_room("LOOP"), a_room("RING")])
    store.write([RoomClosed("LOOP"), a_game(table="KNOT")])
    assert store.rooms() == [a_room("RING")]


def test_within_a_batch_the_order_counts(store: Store) -> None:
    store.write([a_room(), a_game("g1", "KNOT", 1), a_room(games=1)])
    assert store.rooms() == [a_room(games=1)]
    store.write([a_room(games=1), a_game("g2", "KNOT", 2)])
    assert store.rooms() == []
    store.write([a_room(games=2), RoomClosed("KNOT")])
    assert store.rooms() == []


def test_a_deleted_player_is_in_no_room(store: Store) -> None:
    store.write([ANA, a_room(setup=b"with ana"), a_room("LOOP")])
    store.write([DeletePlayer("ana", lambda _player, game: game)])
    assert store.rooms() == [a_room("LOOP")]
