"""Finished games on the own machine, through the real embedded server."""

from pathlib import Path

import pytest
from textual import events

from tests.triqueta_tui.archive.recorded import Answers, answered_by
from tests.triqueta_tui.driving import driving, make_app
from tests.triqueta_tui.replay.recorded import finished, played
from triqueta_server.archive import game_file
from triqueta_tui.archive import export_dialog
from triqueta_tui.archive.export_dialog import ExportDialog
from triqueta_tui.archive.my_games import ImportDialog, MyGames
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.session.known_servers import HERE
from triqueta_tui.session.player_keys import PlayerKeys
from triqueta_tui.session.session import Session


async def test_a_game_comes_from_a_file_goes_to_another_and_is_forgotten(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_dialog, "usual_folder", lambda: tmp_path)
    table = played("triqueta")
    written = game_file.write(finished(table))
    file = tmp_path / "a game.triqueta"
    file.write_bytes(written)
    async with driving(make_app(paths)) as driver:
        await driver.press("m")
        screen = await driver.shown(MyGames)
        await driver.until(lambda: "No finished games yet." in driver.text)
        await driver.press("i")
        await driver.shown(ImportDialog)
        driver.app.post_message(events.Paste(str(file)))
        await driver.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, MyGames) and bool(screen._games))
        assert all(seat.name in driver.text for seat in table.room.seats)
        assert "from a file" in driver.text
        await driver.press("x")
        await driver.shown(ExportDialog)
        await driver.press("enter")
        await driver.shown(MyGames)
        (exported,) = tmp_path.glob("triqueta-*.triqueta")
        assert exported.read_bytes() == written
        await driver.press("x", "right", "enter")
        await driver.shown(MyGames)
        text = exported.with_suffix(".txt").read_text(encoding="utf-8")
        assert "Round 4: " in text
        keys = PlayerKeys(paths.identity)
        assert keys.read().generations == {}
        await driver.press("s", "f", "down", "enter", "down", "enter")
        await driver.shown(Home)
        assert list(keys.read().generations.values()) == [1]
        await driver.press("m")
        await driver.shown(MyGames)
        await driver.until(lambda: "No finished games yet." in driver.text)


async def test_games_that_are_open_in_another_window_are_not_missed(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first folder is in use: what is listed is another one's, and that is said."""

    async def start(session: Session) -> None:
        session._server = f"{HERE}/2"

    monkeypatch.setattr(Session, "_start_private", start)
    async with driving(answered_by(make_app(paths), Answers())) as driver:
        await driver.press("m")
        await driver.shown(MyGames)
        await driver.until(lambda: bool(driver.notices))
        assert "open in another window" in driver.notices[0]
