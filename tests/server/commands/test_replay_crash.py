"""A game that a fault has ended is played again, up to the fault or past it; so is a bot's decision."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.tables.faults import PlantedError, failing
from triqueta_protocol.codec import plain
from triqueta_server.bots import BOTS
from triqueta_server.cli import main
from triqueta_server.crash_report import BotReport, CrashFolder, CrashReport
from triqueta_server.games import RULES

MOVES = 9


class Played:
    """Some decisions of a game, and what a report about it says."""

    def __init__(self, game: str) -> None:
        self.rules = RULES[game]
        self.options = self.rules.vocabulary.words.options()
        self.position = self.rules.begin(2, self.options, b"seed")
        self.moves: list[tuple[int, int]] = []
        for _ in range(MOVES):
            seat = self.position.owing[0]
            action = next(iter(self.position.legal(seat)))
            self.position.apply(seat, action)
            self.moves.append((seat, action))

    def report(self, folder: Path) -> Path:
        path = CrashFolder(folder).write(
            CrashReport.of(
                KeyError("a row that is not there"),
                at=1e9,
                table="KNOT",
                game=self.rules.vocabulary.game,
                seats=2,
                options=plain(self.options),
                seed=b"seed".hex(),
                moves=tuple(self.moves),
                tried=None,
            )
        )
        assert path is not None
        return path


@pytest.fixture(params=RULES)
def played(request: pytest.FixtureRequest) -> Played:
    return Played(request.param)


def test_a_fault_that_is_mended_is_gone(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay-crash", str(played.report(tmp_path))]) == 0
    said = capsys.readouterr().out
    assert "then: KeyError: 'a row that is not there'" in said
    assert f"now: all {MOVES} decisions go well" in said


def _in_the_rules(played: Played, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(played.position), "apply", failing)


def _in_a_view(played: Played, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(played.rules), "public", failing)


def _in_what_a_seat_sees(played: Played, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(played.rules), "mine", failing)


def _in_the_codec(_played: Played, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("triqueta_server.crash_report.encode", failing)


Plant = Callable[[Played, pytest.MonkeyPatch], None]


@pytest.mark.parametrize("plant", [_in_the_rules, _in_a_view, _in_what_a_seat_sees, _in_the_codec])
def test_a_fault_that_is_still_there_is_shown(
    played: Played,
    plant: Plant,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = played.report(tmp_path)
    plant(played, monkeypatch)
    assert main(["replay-crash", str(report)]) == 1
    said = capsys.readouterr().out
    assert "now, after 0 decisions:" in said
    assert PlantedError.__name__ in said


def test_what_is_told_of_a_decision_is_packed_again(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault may be in nothing but an event that cannot be packed."""
    report, apply = played.report(tmp_path), type(played.position).apply

    def telling(position: Any, seat: int, action: int, told: list[Any] | None = None) -> None:
        apply(position, seat, action, told)
        if told is not None:
            told.append(object())

    monkeypatch.setattr(type(played.position), "apply", telling)
    assert main(["replay-crash", str(report)]) == 1
    assert "now, after 0 decisions:" in capsys.readouterr().out


def bot_report(played: Played, folder: Path, level: str = "normal") -> Path:
    """About a decision that the seat owes now."""
    seat = played.position.owing[0]
    path = CrashFolder(folder).write(
        BotReport.of(
            table="KNOT",
            game=played.rules.vocabulary.game,
            level=level,
            public=plain(played.rules.public(played.position)),
            mine=plain(played.rules.mine(played.position, seat)),
            seat=seat,
            seed=7,
            error="ValueError in odd.py:3",
        )
    )
    assert path is not None
    return path


def test_a_bot_that_failed_decides_again(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = bot_report(played, tmp_path)
    assert main(["replay-crash", str(report)]) == 0
    said = capsys.readouterr().out
    assert "then: ValueError in odd.py:3" in said
    assert "now: it decides" in said
    monkeypatch.setitem(BOTS[played.rules.vocabulary.game], "normal", failing)
    assert main(["replay-crash", str(report)]) == 1
    assert PlantedError.__name__ in capsys.readouterr().out


def test_a_level_that_is_no_more_is_said_so(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay-crash", str(bot_report(played, tmp_path, "dreamer"))]) == 1
    assert "unknown_level" in capsys.readouterr().out


def test_another_file_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay-crash", str(tmp_path / "nothing")]) == 1
    assert "cannot be read: No such file" in capsys.readouterr().err
