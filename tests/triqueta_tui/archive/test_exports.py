"""What can be taken along of a finished game: a file, a text, a picture; and what guests get instead."""

import errno
import os
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, Self

import pytest
from rich.cells import cell_len
from textual.widgets import Static

from tests.triqueta_tui.archive.recorded import Answers, answered_by, game, listing
from tests.triqueta_tui.bare import MakeApp
from tests.triqueta_tui.replay.recorded import GAMES, played
from triqueta_protocol.archive import FileFound
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import ExportGame, Replay
from triqueta_tui.app import Rights
from triqueta_tui.archive import export_dialog, saving
from triqueta_tui.archive.export_dialog import ExportDialog, TextScreen, picture_of, text_of
from triqueta_tui.archive.my_games import MyGames
from triqueta_tui.archive.picture import printable
from triqueta_tui.archive.saving import AlreadyThereError, SavingError, load, save, typed_path
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.paths import Paths

SVG = "{http://www.w3.org/2000/svg}"


def test_a_file_is_never_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a game.triqueta"
    save(path, b"one")
    with pytest.raises(AlreadyThereError, match="already exists"):
        save(path, b"two")
    assert path.read_bytes() == b"one"
    save(path, b"two", replace=True)
    assert path.read_bytes() == b"two"


@pytest.mark.parametrize(
    ("name", "words"),
    [("", "is a folder"), ("none/x", "no such folder"), ("x" * 300, "too long"), ("\0", "can’t be used")],
)
def test_what_speaks_against_a_path_is_said(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(SavingError, match=words):
        save(tmp_path / name, b"game")


@pytest.mark.parametrize(
    ("code", "words"),
    [(errno.ENOSPC, "no room left"), (errno.EDQUOT, "no room left"), (errno.EACCES, "not allowed")],
)
def test_nothing_half_written_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    """A file that is made, and whose content then has no room."""

    class Unwritable:
        def __init__(self, path: Path) -> None:
            path.touch()

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None: ...

        def write(self, _: bytes) -> int:
            raise OSError(code, os.strerror(code))

    real = Path.open

    def open_file(path: Path, *how: Any, **more: Any) -> Any:
        return Unwritable(path) if path.parent == tmp_path else real(path, *how, **more)

    monkeypatch.setattr(Path, "open", open_file)
    with pytest.raises(SavingError, match=words):
        save(tmp_path / "game", b"game")
    assert list(tmp_path.iterdir()) == []


def test_what_is_read_is_a_file_and_not_too_large(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes(b"12345")
    assert load(file, 5) == b"12345"
    with pytest.raises(SavingError, match="too large"):
        load(file, 4)
    with pytest.raises(SavingError, match="is a folder"):
        load(tmp_path, 5)
    with pytest.raises(SavingError, match="no such file"):
        load(tmp_path / "none", 5)


def test_a_path_is_typed_as_in_a_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    assert typed_path(" ~/game.txt ") == Path("/home/ana/game.txt")
    with pytest.raises(SavingError):
        typed_path("  ")
    with pytest.raises(SavingError):
        typed_path("~nobody-of-that-name/game")


async def test_texts_and_pictures_of_every_game_in_every_language(make_app: MakeApp) -> None:
    app = make_app()
    answers = Answers()
    async with answered_by(app, answers).run_test():
        for kind in GAMES:
            answers.played = table = played(kind, 5 if kind == "triqueta" else 3)
            names = [seat.name for seat in table.room.seats]
            for language in LANGUAGES:
                use(language)
                text = await text_of(app, game(0, kind))
                assert all(name in text for name in names)
                assert "[" not in text
                assert max(map(cell_len, text.splitlines())) <= 76
                picture = await picture_of(app, game(0, kind))
                drawn = ET.fromstring(picture)
                shown = "".join(one.text or "" for one in drawn.iter(f"{SVG}text"))
                assert all(name in shown.replace(" ", "") for name in names)
                for one in drawn.iter(f"{SVG}text"):
                    assert len(one.get("x", "").split()) in {1, len(one.text or "")}
                assert len(picture) < 40_000


async def test_a_story_in_short(make_app: MakeApp) -> None:
    app = make_app()
    answers = Answers()
    answers.played = played("triche")
    async with answered_by(app, answers).run_test():
        text = await text_of(app, game(0, "triche"))
        assert "Round 1: " in text
        assert "Most at once: " in text
        answers.more[Replay] = RefusalError(Code.GAME_NOT_FOUND)
        with pytest.raises(RefusalError):
            await text_of(app, game(0, "triche"))


def test_a_picture_holds_nothing_that_xml_forbids() -> None:
    assert printable("a\0\x1b\ufffeb\u202e") == "ab"


async def test_a_game_is_saved_where_the_person_says(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_dialog, "usual_folder", lambda: tmp_path)
    answers = Answers([game(0)])
    answers.more[ExportGame] = FileFound(name="unused", data=b"the game")
    answers.played = played("triqueta")
    async with listing(paths, answers) as (driver, _):
        await driver.press("x")
        card = await driver.shown(ExportDialog)
        await driver.press("enter")
        await driver.shown(MyGames)
        saved = tmp_path / "triqueta-2026-11-17-1000.triqueta"
        assert saved.read_bytes() == b"the game"
        assert driver.notices == [f"Saved: {saved}"]
        answers.more[ExportGame] = FileFound(name="unused", data=b"again")
        await driver.press("x", "enter")
        card = await driver.shown(ExportDialog)
        trouble = card.query_one("#trouble", Static)
        await driver.until(lambda: "already exists" in str(trouble.content))
        assert saved.read_bytes() == b"the game"
        await driver.press("enter")
        await driver.shown(MyGames)
        assert saved.read_bytes() == b"again"
        await driver.press("x", "right", "enter")
        await driver.shown(MyGames)
        assert "Round 1: " in saved.with_suffix(".txt").read_text()
        await driver.press("x", "right", "right", "enter")
        await driver.shown(MyGames)
        assert saved.with_suffix(".svg").read_text().startswith("<svg")


async def test_the_text_is_shown_to_be_copied_and_guests_get_nothing_else(
    paths: Paths,
) -> None:
    answers = Answers([game(0)])
    answers.played = played("triqueta")
    async with listing(paths, answers) as (driver, _):
        for guest in (False, True):
            driver.app.rights = Rights(write_files=not guest)
            await driver.press(*(("x",) if guest else ("x", "left", "enter")))
            card = await driver.shown(TextScreen)
            assert ("Guests have no files" in driver.text) is guest
            driver.app.copy_to_clipboard("")
            await driver.press("c")
            assert "Round 1: " in driver.app.clipboard
            assert any("clipboard" in notice for notice in driver.notices)
            assert driver.app.clipboard == card._text
            await driver.press("escape")
            await driver.shown(MyGames)


def test_the_usual_folder_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.delenv("XDG_DOCUMENTS_DIR", raising=False)
    assert saving.usual_folder() == tmp_path
    (tmp_path / "Documents").mkdir()
    assert saving.usual_folder() == tmp_path / "Documents"
