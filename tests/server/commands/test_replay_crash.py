"""A game that a fault has ended is played again, up to the fault or past it."""

from pathlib import Path

import pytest

from server.cli import main
from server.crash_report import CrashFolder, CrashReport
from server.games import RULES
from server.games.triqueta.position import Position


@pytest.fixture
def report(tmp_path: Path) -> Path:
    rules = RULES["triqueta"]
    position = rules.begin(2, rules.vocabulary.words.options(), b"seed")
    moves = []
    for _ in range(9):
        seat = position.owing[0]
        action = position.legal(seat)[0]
        position.apply(seat, action)
        moves.append((seat, action))
    path = CrashFolder(tmp_path).write(
        CrashReport.of(
            KeyError("a row that is not there"),
            at=1e9,
            table="KNOT",
            game="triqueta",
            seats=2,
            options={},
            seed=b"seed".hex(),
            moves=tuple(moves),
            tried=moves[-1],
        )
    )
    assert path is not None
    return path


def test_a_fault_that_is_mended_is_gone(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay-crash", str(report)]) == 0
    said = capsys.readouterr().out
    assert "then: KeyError: 'a row that is not there'" in said
    assert "now: all 9 decisions go well" in said


def test_a_fault_that_is_still_there_is_shown(
    report: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Position, "legal")
    assert main(["replay-crash", str(report)]) == 1
    said = capsys.readouterr().out
    assert "now, after 0 decisions:" in said
    assert "AttributeError" in said


def test_another_file_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay-crash", str(tmp_path / "nothing")]) == 1
    assert "cannot be read: No such file" in capsys.readouterr().err
