"""A series on the own machine, through the embedded server: left between two games, and taken up again."""

import pytest

from protocol.series import SeriesNow, SeriesRule
from tests.triqueta_tui.driving import Driver, driving, make_app
from tests.triqueta_tui.navigation.test_own_machine import play_to_the_end
from triqueta_tui.games.triqueta.final_scoresheet import FinalScoresheet
from triqueta_tui.games.triqueta.table import TriquetaTable
from triqueta_tui.intents import GoBack, PlayNow
from triqueta_tui.net.known_servers import Memory
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.settings import PACES


@pytest.fixture(autouse=True)
def _bots_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "brisk", 0)


def series(driver: Driver) -> SeriesNow:
    assert driver.app.mirror is not None
    told = driver.app.mirror.room.series
    assert told is not None
    return told


async def test_a_series_at_home_is_left_between_two_games_and_goes_on(paths: Paths) -> None:
    rule = SeriesRule("games", 2)
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",), series=rule))) as driver:
        await driver.shown(TriquetaTable)
        assert "game 1 of 2" in driver.text
        await play_to_the_end(driver)
        await driver.shown(FinalScoresheet)
        after_one = series(driver).games
        assert len(after_one) == 1
        assert Memory(paths.servers).seat is not None
        await driver.press("q")
        await driver.shown(Home)
    seat = Memory(paths.servers).seat
    assert seat is not None
    async with driving(make_app(paths, intent=GoBack(seat))) as driver:
        table = await driver.shown(TriquetaTable)
        assert (series(driver).game, series(driver).games) == (2, after_one)
        assert table.mirror.room.seats[1].kind == "player", "the seats have moved on"
