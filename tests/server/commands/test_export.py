"""Games of a store as files, for whoever runs the server."""

from pathlib import Path
from random import Random

import pytest

from tests.server.archive.club import Person, play, records
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.archive import game_file
from triqueta_server.commands.export import export_game
from triqueta_server.store.store import Store

ANA, BO = Person("a", "Ana"), Person("b", "Bo")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store.open(tmp_path / "triqueta.db")
    played = play("triqueta", 2, Random(1))
    store.write(records(played, "f00df00df00df00d", [ANA, BO], gone=[1]))
    store.write(records(play("tripitz", 2, Random(2)), "beefbeefbeefbeef", [ANA, "easy"])[:-1])
    return store


def test_a_game_is_written_into_a_folder_or_to_a_file(store: Store, tmp_path: Path) -> None:
    folder, file = tmp_path / "games", tmp_path / "own.triqueta"
    folder.mkdir()
    path = store.read(export_game, "f00df00df00df00d", folder)
    assert path == folder / "triqueta-2023-11-14-221320-f00df00d.triqueta"
    game = game_file.read(path.read_bytes()).game
    assert [(seat.name, seat.gone) for seat in game.seats] == [("Ana", False), ("Bo", True)]
    store.read(export_game, "f00df00df00df00d", file)
    assert file.read_bytes() == path.read_bytes()
    with pytest.raises(FileExistsError):
        store.read(export_game, "f00df00df00df00d", file)
    file.write_bytes(b"something else")
    assert store.read(export_game, "f00df00df00df00d", file, force=True) == file
    assert file.read_bytes() == path.read_bytes()
    assert sorted(folder.iterdir()) == [path]
    store.close()


def test_a_game_that_is_not_over_is_not_exported(store: Store, tmp_path: Path) -> None:
    for game in ("beefbeefbeefbeef", "none"):
        with pytest.raises(RefusalError) as refused:
            store.read(export_game, game, tmp_path / "file")
        assert refused.value.code == Code.GAME_NOT_FOUND
    assert not (tmp_path / "file").exists()
    store.close()
