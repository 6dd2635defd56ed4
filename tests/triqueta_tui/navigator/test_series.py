"""A series on the own machine, through the embedded server: left between two games, and taken up again."""

import pytest

from tests.triqueta_tui.driving import Driver, driving, make_app
from tests.triqueta_tui.navigator.test_own_machine import play_to_the_end
from triqueta_protocol.series import SeriesNow, SeriesRule
from triqueta_protocol.settings import TableSettings
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.session.intents import GoBack, PlayNow
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.settings import PACES
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen


@pytest.fixture(autouse=True)
def _bots_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "brisk", 0)


def series(driver: Driver) -> SeriesNow:
    assert driver.app.navigator.feed is not None
    told = driver.app.navigator.feed.room.series
    assert told is not None
    return told


async def test_a_series_at_home_is_left_between_two_games_and_goes_on(paths: Paths) -> None:
    rule = SeriesRule("games", 2)
    async with driving(
        make_app(
            paths, intent=PlayNow("triqueta", bots=("easy",), settings=TableSettings(coach=True, series=rule))
        )
    ) as driver:
        await driver.shown(TableScreen)
        assert "game 1 of 2" in driver.text
        await play_to_the_end(driver)
        await driver.shown(ResultScreen)
        after_one = series(driver).games
        assert len(after_one) == 1
        assert Memory(paths.servers).seats
        await driver.press("q")
        await driver.shown(Home)
    seat = Memory(paths.servers).seats[0]
    async with driving(make_app(paths, intent=GoBack(seat))) as driver:
        table = await driver.shown(TableScreen)
        assert (series(driver).game, series(driver).games) == (2, after_one)
        assert table.feed.room.seats[1].kind == "player", "the seats have moved on"
