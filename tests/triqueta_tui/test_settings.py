"""The settings file: read, written with people's comments kept, never overwritten while it is broken."""

import stat
from pathlib import Path

import msgspec
import pytest

from triqueta_tui.settings import GameSettings, Settings, SettingsFile, write_atomically

HANDWRITTEN = """\
# mine, do not touch
name = "Ana"   # that is me
turn_alert = false

[keys]
# like in the other game
"triqueta.draw" = "space"

[games.tarock]
players = 5
"""


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "folder" / "settings.toml")


def write(file: SettingsFile, text: str) -> None:
    file.path.parent.mkdir(parents=True, exist_ok=True)
    file.path.write_text(text, encoding="utf-8")


def test_without_a_file_everything_is_as_usual(file: SettingsFile) -> None:
    assert file.read() == Settings()
    assert file.problem is None


def test_what_stands_in_the_file_counts_and_the_rest_is_as_usual(file: SettingsFile) -> None:
    write(file, HANDWRITTEN)
    assert file.read() == Settings(
        name="Ana",
        turn_alert=False,
        keys={"triqueta.draw": "space"},
        games={"tarock": GameSettings(players=5)},
    )


def test_changing_a_setting_keeps_comments_order_and_spelling(file: SettingsFile) -> None:
    write(file, HANDWRITTEN)
    settings = msgspec.structs.replace(
        file.read(), name="Bo", games={"tarock": GameSettings(players=2)}, language="de"
    )
    assert file.write(settings)
    assert file.read() == settings
    text = file.path.read_text(encoding="utf-8")
    assert 'name = "Bo"   # that is me' in text
    assert "# like in the other game" in text
    assert text.index("[keys]") < text.index("[games.tarock]")


def test_a_setting_that_goes_back_to_unset_leaves_the_file(file: SettingsFile) -> None:
    write(file, 'motion = true\n[keys]\n"triqueta.draw" = "d"\n"triqueta.keep" = "k"\n')
    settings = msgspec.structs.replace(file.read(), motion=None, keys={"triqueta.keep": "k"})
    assert file.write(settings)
    assert file.read() == settings
    assert "motion" not in file.path.read_text(encoding="utf-8")


def test_nothing_is_written_when_nothing_has_changed(file: SettingsFile) -> None:
    assert file.write(Settings())
    assert not file.path.exists()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ('name = "Ana"\nbell = maybe\n', 2, "Invalid value"),
        ('name = "Ana"\n\nturn_alert = "yes"\n', 3, "Expected `bool`, got `str`"),
        ("[games.tarock]\nplayers = 77\n", 2, "Expected `int` <= 16"),
        ("games = 7\n", 1, "Expected `object`"),
        ('colour = "green"\n', 1, "unknown field `colour`"),
        ('name = "\xff"\nname = "twice"\n', 2, "Cannot overwrite a value"),
    ],
)
def test_a_broken_file_is_reported_with_its_line_and_left_as_it_is(
    file: SettingsFile, text: str, line: int, why: str
) -> None:
    write(file, text)
    assert file.read() == Settings()
    assert file.problem is not None
    assert (file.problem.path, file.problem.line) == (file.path, line)
    assert why in file.problem.why
    assert not file.write(Settings(name="Bo"))
    assert file.path.read_text(encoding="utf-8") == text


def test_a_file_that_is_no_text_is_reported(file: SettingsFile) -> None:
    write(file, "")
    file.path.write_bytes(b"\xff\xfe\x00")
    assert file.read() == Settings()
    assert file.problem is not None


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    file = SettingsFile(blocked / "settings.toml")
    assert not file.write(Settings(name="Bo"))
    assert file.problem is not None


def test_a_file_is_replaced_as_a_whole_and_nothing_is_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    write_atomically(path, b"one", mode=0o600)
    write_atomically(path, b"two", mode=0o600)
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
