"""A picture of the screen: an SVG always, a PNG where a program can make one."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.triqueta_tui.games.tripitz.local import LocalTable
from tests.triqueta_tui.games.tripitz.playing import seated
from triqueta_tui.app import Rights
from triqueta_tui.archive.screen_picture import save_picture, screen_svg
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.tuning.screen_strips import screen_strips

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without other programs; returns the folder in which they would be found."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    return programs


async def test_the_result_is_saved_as_it_is_seen(tmp_path: Path, alone: Path) -> None:
    async with seated(tmp_path, LocalTable(2, 0), size=(100, 30)) as at:
        at.table.play_on(lambda _: False)
        await at.pilot.pause()
        result = at.top(ResultScreen)
        assert len(screen_strips(result)) == 30
        document = screen_svg(at.app)
        words = "".join(text.text or "" for text in ET.fromstring(document).iter(f"{SVG}text"))
        assert "points" in words
        assert "font-face" not in document, "nothing is fetched"
        assert await_saved(document, tmp_path) == [".svg"]
        await at.press("x")
        assert at.app.navigator.pictures == 1
        at.app.rights = Rights(write_files=False)
        assert not result.check_action("picture", ())


def await_saved(document: str, folder: Path) -> list[str]:
    files = save_picture(document, (1000, 600), folder)
    assert files[0].read_text(encoding="utf-8") == document
    return [file.suffix for file in files]


def test_a_program_that_can_makes_a_png(tmp_path: Path, alone: Path) -> None:
    (alone / "magick").symlink_to("/bin/cp")
    assert await_saved("<svg/>", tmp_path) == [".svg", ".png"]


def test_a_program_that_fails_leaves_the_svg(tmp_path: Path, alone: Path) -> None:
    (alone / "rsvg-convert").symlink_to("/bin/false")
    assert await_saved("<svg/>", tmp_path) == [".svg"]
