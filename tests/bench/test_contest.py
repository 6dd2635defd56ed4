"""A bench of bots that was interrupted goes on where it was."""

from pathlib import Path

import pytest

from tests.bench import bots
from tests.bench.contest import Contest, Played, SavedSeeds
from triqueta_protocol.games.triqueta import Options

NORMALS = Contest("triqueta", Options(), "normal", "normal", 2)


def test_what_was_played_is_found_again(tmp_path: Path) -> None:
    played = Played(0.5, -1.25, [0.001])
    SavedSeeds(tmp_path / "seeds", NORMALS).add(7, played)
    assert SavedSeeds(tmp_path / "seeds", NORMALS).played == {7: played}


def test_another_contest_in_the_same_file_is_another(tmp_path: Path) -> None:
    SavedSeeds(tmp_path / "seeds", NORMALS).add(7, Played(0.5, 0.0, []))
    designers = Contest("triqueta", Options(variant="dorra"), "normal", "normal", 2)
    assert SavedSeeds(tmp_path / "seeds", designers).played == {}


def test_only_seeds_that_are_missing_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--a", "normal", "--b", "easy", "--seeds", "3", "--save", str(tmp_path / "seeds")]
    bots.main(arguments)
    first = capsys.readouterr().out
    monkeypatch.setattr(bots, "play_game", None)
    bots.main(arguments)
    assert capsys.readouterr().out == first


def test_how_likely_equals_would_do_as_well() -> None:
    assert bots.chance([0.5, 1.0, 0.0, 0.5], 0.5) == 0.5
    assert bots.chance([0.5, 1.0, 1.0, 0.5] * 10, 0.5) < 1e-6
    assert bots.chance([1.0] * 10, 0.5) == 0.5**10
    assert bots.chance([0.0] * 10, 0.5) == 1.0
