"""The commands of whoever runs a server, on a real store, and beside a server that has it open."""

import sqlite3
import stat
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.server.archive.club import Person, play, records
from triqueta_protocol.internal.defaults import HOST_KEY_FILE
from triqueta_server.cli import main
from triqueta_server.commands import COMMANDS
from triqueta_server.gateways.identity import SECRET_FILE, Identity
from triqueta_server.gateways.kept_guests import KEPT_FOLDER, KeptGuests, settings_file
from triqueta_server.secret_files import KEY_FILE
from triqueta_server.store.records import Credential, PlayerRecord
from triqueta_server.store.schema import MIGRATIONS
from triqueta_server.store.store import Store

ANA, BO = Person("0123456789aa", "Anastasia"), Person("0123456789bb", "Boniface")
DUEL, LAID = play("triqueta", 2, Random(1)), play("tripitz", 3, Random(2))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with three finished games and one that is not."""
    folder = tmp_path / "data"
    store = Store.open(folder / "triqueta.db")
    store.write(
        [PlayerRecord(one.id, Credential("key", one.id.encode()), one.name, 5.0) for one in (ANA, BO)]
    )
    store.write(records(DUEL, "duel", (ANA, BO), 1_700_000_000.0, table="T1"))
    store.write(records(LAID, "laid", (BO, "easy", ANA), 1_700_100_000.0, table="T2", coach=True))
    store.write(records(DUEL, "left", (BO, "easy"), 1_700_200_000.0, table="T3", gone=[0]))
    store.write(records(DUEL, "open", (BO, "easy"), 1_700_300_000.0, table="T4")[:-2])
    store.close()
    return folder


@pytest.fixture
def running(folder: Path) -> Iterator[Store]:
    """The same, with a server that writes to it."""
    store = Store.open(folder / "triqueta.db")
    store.write(records(DUEL, "late", (BO, "easy"), 1_700_400_000.0, table="T5"))
    yield store
    store.close()


def run(command: str, folder: Path, *options: str) -> int:
    return main([command, "--data-dir", str(folder), *options])


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert f"triqueta-server {command}" in said
    assert ("--data-dir" in said) == (command != "replay-crash")


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_wrong_option_is_one_line_and_status_2(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--surely-not"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [("games",), ("backup", "copy.tar"), ("export", "--all"), ("forget", "Anastasia", "--yes")]
)
def test_where_no_games_are_that_is_said_and_nothing_made(
    tmp_path: Path,
    arguments: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *options = arguments
    assert run(command, tmp_path / "nowhere", *options) == 1
    assert "There are no games in" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# games


def test_games_are_listed_the_newest_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games", folder) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["left", "laid", "duel"]
    assert last == "3 finished games"
    assert "abandoned" in lines[0]
    assert "coach" in lines[1]
    assert "Bot 1 (easy)" in lines[1]
    assert f"Anastasia {DUEL.ended[0].points}" in lines[2]
    assert f"Boniface {DUEL.ended[1].points}" in lines[2]


@pytest.mark.parametrize(
    ("options", "ids", "last"),
    [
        (["--game", "tripitz"], ["laid"], "1 finished game"),
        (["--player", "ANAST"], ["laid", "duel"], "2 finished games"),
        (["--limit", "1"], ["left"], "1 of 3 finished games"),
        (["--limit", "1", "--all"], ["left", "laid", "duel"], "3 finished games"),
    ],
)
def test_games_are_filtered(
    folder: Path, options: list[str], ids: list[str], last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("games", folder, *options) == 0
    *lines, said = capsys.readouterr().out.splitlines()
    assert ([line.split()[0] for line in lines], said) == (ids, last)


def test_what_a_running_server_has_stored_is_listed(
    folder: Path, running: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("games", folder, "--limit", "1") == 0
    assert capsys.readouterr().out.startswith("late")
    running.write(records(DUEL, "later", (BO, "easy"), 1_700_500_000.0, table="T6"))


def test_looking_leaves_a_folder_as_it_was(folder: Path, tmp_path: Path) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert run("games", folder) == 0
    assert run("backup", folder, str(tmp_path / "copy.tar")) == 0
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_an_older_store_is_not_read_but_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(folder / "triqueta.db")) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
    assert run("games", folder) == 1
    assert "start its server once" in capsys.readouterr().err


# backup and restore


@pytest.fixture
def keys(folder: Path) -> dict[str, bytes]:
    """The keys that a server with gateways has in its folder, and the settings of a guest."""
    Identity.of(folder)
    (folder / HOST_KEY_FILE).write_bytes(b"a host key")
    KeptGuests(folder / KEPT_FOLDER, 10, 10, str).write("uwe", {"language": "de"}, "127.0.0.1")
    files = [KEY_FILE, SECRET_FILE, HOST_KEY_FILE, f"{KEPT_FOLDER}/{settings_file('uwe')}"]
    return {file: (folder / file).read_bytes() for file in files}


def test_a_restored_backup_is_the_server_with_its_keys(
    folder: Path, keys: dict[str, bytes], running: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, new = tmp_path / "backup.tar", tmp_path / "new" / "data"
    assert run("backup", folder, str(backup)) == 0
    running.write(records(DUEL, "later", (BO, "easy"), 1_700_500_000.0, table="T6"))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["backup.tar", "data"]
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert run("restore", new, str(backup)) == 0
    assert "5 games, identity.key, gateways.secret, ssh_host" in capsys.readouterr().out
    files = {str(file.relative_to(new)): file for file in new.rglob("*") if file.is_file()}
    assert {name: file.read_bytes() for name, file in files.items() if name in keys} == keys
    assert files.keys() == {*keys, "triqueta.db"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files.values()} == {0o600}
    restored = Store.open(new / "triqueta.db")
    try:
        for game in ("duel", "laid", "left", "open", "late"):
            assert restored.game(game) == running.game(game) is not None
        assert restored.game("later") is None
    finally:
        restored.close()


@pytest.mark.parametrize("there", [KEY_FILE, "triqueta.db", "triqueta.db-wal"])
def test_a_folder_that_has_something_of_a_server_is_left_alone(
    folder: Path, tmp_path: Path, there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, other = tmp_path / "backup.tar", tmp_path / "other"
    assert run("backup", folder, str(backup)) == 0
    other.mkdir()
    (other / there).write_bytes(b"precious")
    assert run("restore", other, str(backup)) == 1
    assert f"{there} is there already" in capsys.readouterr().err
    assert [(file.name, file.read_bytes()) for file in other.iterdir()] == [(there, b"precious")]


def test_what_is_no_whole_backup_restores_nothing(
    folder: Path, keys: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, broken, new = tmp_path / "backup.tar", tmp_path / "broken.tar", tmp_path / "new"
    assert run("backup", folder, str(backup)) == 0
    content = backup.read_bytes()
    database = content.index(b"SQLite format 3")
    damaged = content[: database + 8192] + b"\xa5" * 4096 + content[database + 12288 :]
    with_something_else = tmp_path / "something"
    with tarfile.open(with_something_else, "w") as archive:
        archive.add(backup, "../outside")
    wrong = (b"", b"junk" * 500, content[:database], content[: database + 9000], damaged)
    for spoiled in (*wrong, with_something_else.read_bytes()):
        broken.write_bytes(spoiled)
        assert run("restore", new, str(broken)) == 1
        said = capsys.readouterr().err
        assert said.startswith("triqueta-server restore: ")
        assert list(new.iterdir()) == []
    assert run("restore", new, str(tmp_path / "no such file")) == 1
    assert not (tmp_path / "outside").exists()


def test_a_backup_replaces_nothing_unless_told_to(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.tar"
    backup.write_text("something else")
    assert run("backup", folder, str(backup)) == 1
    assert "--force" in capsys.readouterr().err
    assert backup.read_text() == "something else"
    assert run("backup", folder, str(backup), "--force") == 0
    assert tarfile.is_tarfile(backup)
    assert run("backup", folder, str(tmp_path / "data"), "--force") == 1
    assert run("backup", folder, str(tmp_path / "no" / "folder.tar")) == 1


def test_a_damaged_game_is_named_and_copied_all_the_same(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(folder / "triqueta.db")) as connection, connection:
        connection.execute("UPDATE entry SET at = 0 WHERE game = 2 AND n = 3")
    assert run("backup", folder, str(tmp_path / "copy.tar")) == 1
    said = capsys.readouterr()
    assert "table T2 is damaged" in said.err
    assert "4 games" in said.out
    assert run("restore", tmp_path / "new", str(tmp_path / "copy.tar")) == 1
    assert "table T2 is damaged" in capsys.readouterr().err
    assert (tmp_path / "new" / "triqueta.db").exists()


def test_a_damaged_file_leaves_no_copy(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "triqueta.db"
    content = path.read_bytes()
    middle = len(content) // 2 // 4096 * 4096
    path.write_bytes(content[:middle] + b"\xa5" * 4096 + content[middle + 4096 :])
    assert run("backup", folder, str(tmp_path / "copy.tar")) == 1
    assert "damaged" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["data"]


# export


def test_games_are_exported_one_or_all(
    folder: Path, running: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", folder, "duel", "--to", str(tmp_path / "one.triqueta")) == 0
    assert (tmp_path / "one.triqueta").stat().st_size > 100
    many = tmp_path / "new" / "many"
    assert run("export", folder, "--all", "--to", str(many)) == 0
    assert f"4 games written to {many}" in capsys.readouterr().out
    assert len(list(many.iterdir())) == 4
    assert (tmp_path / "one.triqueta").read_bytes() in {file.read_bytes() for file in many.iterdir()}
    assert run("export", folder, "--all", "--to", str(many)) == 1
    assert capsys.readouterr().err.count("--force") == 4
    assert run("export", folder, "--all", "--to", str(many), "--force") == 0


@pytest.mark.parametrize("game", ["open", "nothing"])
def test_only_finished_games_are_exported(
    folder: Path, tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", folder, game, "--to", str(tmp_path)) == 1
    assert f"{game} is no finished game" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("options", [[], ["duel", "--all"], ["duel", "laid", "--to", __file__]])
def test_what_to_export_has_to_be_said(folder: Path, options: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run("export", folder, *options)
    assert ended.value.code == 2


def test_without_games_no_folder_is_created(tmp_path: Path) -> None:
    assert run("export", tmp_path / "none", "--all", "--to", str(tmp_path / "new")) == 1
    assert not (tmp_path / "new").exists()


# forget


def test_a_player_is_forgotten_by_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "guests").mkdir()
    kept = folder / "guests" / settings_file(ANA.id.encode().hex())
    kept.write_text("{}")
    (folder / "triqueta.db.v3.bak").write_text("older")
    assert run("forget", folder, "anastasia", "--yes") == 0
    said = capsys.readouterr().out
    assert "Anastasia is forgotten: 2 games" in said
    assert "triqueta.db.v3.bak was made before" in said
    assert not kept.exists()
    assert run("games", folder) == 0
    listed = capsys.readouterr().out
    assert "Anastasia" not in listed
    assert "somebody" in listed
    assert b"Anastasia" not in (folder / "triqueta.db").read_bytes()
    assert run("forget", folder, "anastasia", "--yes") == 1
    assert "Nobody here is called anastasia" in capsys.readouterr().err


def test_of_several_with_one_name_one_has_to_be_chosen(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store.open(folder / "triqueta.db")
    store.write([PlayerRecord("0123456789cc", Credential("key", b"other"), "ANASTASIA", 9.0)])
    store.close()
    assert run("forget", folder, "Anastasia", "--yes") == 1
    said = capsys.readouterr().err
    assert "--player 0123456789cc" in said
    assert "--player 0123456789aa" in said
    assert run("forget", folder, "Anastasia", "--player", "0123456789cc", "--yes") == 0
    assert run("forget", folder, "Anastasia", "--yes") == 0


def test_nobody_is_forgotten_unasked_while_playing_or_while_a_server_runs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("forget", folder, "Anastasia") == 1
    assert "--yes" in capsys.readouterr().err
    store = Store.open(folder / "triqueta.db")
    try:
        assert run("forget", folder, "Anastasia", "--yes") == 1
        assert "stop it first" in capsys.readouterr().err
        store.write(records(DUEL, "both", (ANA, BO), 1_700_600_000.0, table="T9")[:-1])
    finally:
        store.close()
    assert run("forget", folder, "Anastasia", "--yes") == 1
    assert "T9 (triqueta)" in capsys.readouterr().err
    assert b"Anastasia" in (folder / "triqueta.db").read_bytes()


@pytest.mark.parametrize(("typed", "status"), [("Anastasia", 0), (" anastasia", 0), ("yes", 1), ("", 1)])
def test_whoever_is_asked_types_the_name(
    folder: Path, typed: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _prompt: typed)
    assert run("forget", folder, "Anastasia") == status
    assert (b"Anastasia" in (folder / "triqueta.db").read_bytes()) == bool(status)
