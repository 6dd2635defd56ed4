"""``triqueta turns``: what it prints, and how it exits."""

import json
import time
from pathlib import Path

import pytest
from msgspec import structs

from triqueta_tui import turns
from triqueta_tui.cli import WRONG_USAGE, main
from triqueta_tui.locale import use
from triqueta_tui.paths import Paths
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.own_tables import OwnTables, UnseenResult, WaitingSeat

NOW = time.mktime((2026, 11, 12, 20, 41, 0, 0, 0, -1))
SEAT = WaitingSeat(
    "oak.example",
    "KNOT",
    "triche",
    "aa",
    names=("Ana", "Bo", "", "Bot 1"),
    bots=(2, 3),
    owing=(1,),
    since=NOW,
)
RESULT = UnseenResult("oak.example", "aa11", "tripitz", ("Ana", "Bo"), (1,), 0, "aa", NOW)


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triqueta_tui.turns.time.time", lambda: NOW + 3600)


@pytest.fixture
def tables(paths: Paths) -> OwnTables:
    return Memory(paths.servers).tables


def printed(paths: Paths, capsys: pytest.CaptureFixture[str], *, as_json: bool = False) -> tuple[int, str]:
    status = turns.run(paths, "main", refresh=False, as_json=as_json)
    return status, capsys.readouterr().out


def test_without_a_game_it_prints_nothing(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(paths, capsys) == (turns.NOTHING_TO_DO, "")
    assert not any(paths.data.parent.iterdir()), "nor does it write"


def test_a_line_names_game_turn_people_and_time(
    paths: Paths, tables: OwnTables, capsys: pytest.CaptureFixture[str]
) -> None:
    tables.keep_seat(SEAT)
    line = "Triché: Bo to move · with Bo · KNOT · since 12 Nov, 20:41\n"
    assert printed(paths, capsys) == (turns.NOTHING_TO_DO, line)
    use("de")
    assert printed(paths, capsys)[1].startswith("Triché: am Zug: Bo · mit Bo · KNOT · seit 12. Nov")


def test_what_is_mine_to_decide_comes_first_and_counts(
    paths: Paths, tables: OwnTables, capsys: pytest.CaptureFixture[str]
) -> None:
    tables.keep_seat(structs.replace(SEAT, table="FERN", owing=(0,), yours=True))
    tables.keep_seat(SEAT)
    status, out = printed(paths, capsys)
    assert status == turns.YOURS
    assert [line.split(" · ")[0] for line in out.splitlines()] == ["Triché: your turn", "Triché: Bo to move"]


def test_a_result_is_named_until_it_was_seen(
    paths: Paths, tables: OwnTables, capsys: pytest.CaptureFixture[str]
) -> None:
    tables.replace([], [], [RESULT])
    status, out = printed(paths, capsys)
    assert (status, out) == (
        turns.NOTHING_TO_DO,
        "Tripitz: over: Bo won · with Bo · since 12 Nov, 20:41\n",
    )
    tables.replace([], [], [structs.replace(RESULT, winners=(0,))])
    assert "you won" in printed(paths, capsys)[1]


def test_as_json(paths: Paths, tables: OwnTables, capsys: pytest.CaptureFixture[str]) -> None:
    tables.keep_seat(SEAT)
    tables.replace([], [], [RESULT])
    status, out = printed(paths, capsys, as_json=True)
    ended, running = json.loads(out)
    assert status == turns.NOTHING_TO_DO
    assert (running["game"], running["awaited"], running["yours"]) == ("triche", ["Bo"], False)
    assert (running["status"], running["since"]) == ("playing", NOW)
    assert (ended["status"], ended["winners"], ended["won"]) == ("ended", ["Bo"], False)


def test_names_cannot_control_the_terminal(
    paths: Paths, tables: OwnTables, capsys: pytest.CaptureFixture[str]
) -> None:
    tables.keep_seat(structs.replace(SEAT, names=("Ana", "B\x1b[31mo", "", ""), game="no\x07game"))
    assert printed(paths, capsys)[1].rstrip("\n").isprintable()


def test_a_file_that_cannot_be_read_is_an_error(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    paths.data.mkdir(parents=True)
    file = paths.data / "tables.json"
    file.write_text("{broken")
    assert turns.run(paths, "main", refresh=False, as_json=False) == turns.ERROR
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"triqueta: {file} can’t be read: ")


def test_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = Paths.under(tmp_path)
    monkeypatch.setattr(Paths, "of_this_machine", lambda: paths)
    Memory(paths.servers, "Bo").tables.keep_seat(structs.replace(SEAT, yours=True))
    assert main(["turns", "--profile", "Bo", "--lang", "en"]) == turns.YOURS
    assert "your turn" in capsys.readouterr().out
    assert main(["turns"]) == turns.NOTHING_TO_DO
    assert main(["turns", "--jsn"]) == WRONG_USAGE == turns.ERROR
