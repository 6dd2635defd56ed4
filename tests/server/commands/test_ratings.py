"""``triqueta-server ratings`` on a store of games that were played for it."""

import asyncio
from pathlib import Path

import pytest

from tests.server.ratings.stored_server import store_of, stored_server
from tests.server.tables.fake_client import play_on, playing
from triqueta_server.cli import main
from triqueta_server.store.store import Store


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store of two rated games."""
    folder = tmp_path_factory.mktemp("ratings")
    server = stored_server(folder / "triqueta.db")

    async def play() -> None:
        for name in ("Ana", "Bo"):
            table, clients = await playing(server, name, bots=1, rated=True)
            await play_on(table, clients)

    asyncio.run(play())
    store_of(server).close()
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    (tmp_path / "triqueta.db").write_bytes((played / "triqueta.db").read_bytes())
    return tmp_path


def run(folder: Path, *options: str) -> int:
    return main(["ratings", "--data-dir", str(folder), *options])


def spoil(folder: Path) -> None:
    store = Store.open(folder / "triqueta.db")
    store.change(lambda run: run.execute("UPDATE rating SET mu = mu + 2 WHERE player NOT LIKE 'bot:%'"))
    store.close()


def test_it_lists_people_among_the_bots(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "triqueta, tables of two"
    assert [line.split()[-1] for line in said[2:6]] == ["expert", "hard", "normal", "easy"]
    assert {line.split()[-1] for line in said[6:8]} == {"Ana", "Bo"}
    assert all(line.split()[0] == "?" for line in said[6:8]), "after one game nobody has a place"
    assert said[-1] == "2 rated games"


def test_counted_again_they_are_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "triqueta.db").read_bytes()
    assert run(folder, "--check") == 0
    assert capsys.readouterr().out == (
        "2 rated games: the ratings are those that are kept\n"
        "2 finished games: no kept results differ from the moves\n"
    )
    assert (folder / "triqueta.db").read_bytes() == before
    assert run(folder, "--recompute") == 0
    assert capsys.readouterr().out == "2 rated games: the ratings are those that were kept\n"


def test_wrong_ones_are_found_and_put_right(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder)
    assert run(folder, "--check") == 1
    assert "2 ratings differ from those that were kept" in capsys.readouterr().out
    assert run(folder, "--recompute") == 0
    assert "they are kept now" in capsys.readouterr().out
    assert run(folder, "--check") == 0


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seat_result SET points = points + 1 WHERE seat = 0",
        "UPDATE seat_result SET place = 3 - place",
        "UPDATE seat_result SET slips = x'81a362616405'",
        "UPDATE own_game SET won = NOT won",
        "UPDATE own_game SET points = points + 1",
        "DELETE FROM own_game",
    ],
)
def test_a_changed_result_is_named(folder: Path, capsys: pytest.CaptureFixture[str], change: str) -> None:
    store = Store.open(folder / "triqueta.db")
    store.change(lambda run: run.execute(change))
    store.close()
    assert run(folder, "--check") == 1
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"2 finished games: {len(said) - 2} kept results differ from the moves"
    assert len(said) >= 4
    assert all(line.startswith("  game ") for line in said[1:-1])


def test_a_running_server_is_not_disturbed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store.open(folder / "triqueta.db")
    try:
        assert run(folder) == 0
        assert run(folder, "--check") == 0
        assert run(folder, "--recompute") == 1
        assert capsys.readouterr().err == (
            "triqueta-server ratings: A server is using the database: stop it first, or say --check.\n"
        )
    finally:
        store.close()


def test_a_damaged_game_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store.open(folder / "triqueta.db")
    store.change(lambda run: run.execute("UPDATE entry SET at = at + 1 WHERE game = 1 AND n = 3"))
    store.close()
    assert run(folder, "--recompute") == 1
    assert "entry 3" in capsys.readouterr().err
