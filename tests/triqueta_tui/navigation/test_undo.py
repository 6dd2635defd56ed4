"""Taking back a decision with a key, in games against bots on this machine."""

from typing import Any

import pytest

from protocol.mirror import Mirror
from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_tui.intents import PlayNow
from triqueta_tui.paths import Paths
from triqueta_tui.settings import GameSettings
from triqueta_tui.table.screen import TableScreen

OPTIONS: dict[str, dict[str, Any]] = {"triqueta": {"start": 0}, "triche": {"start": 0}, "tripitz": {}}


def table_of(driver: Driver) -> TableScreen[Any, Any]:
    return next(screen for screen in driver.app.screen_stack if isinstance(screen, TableScreen))


def mirror_of(driver: Driver) -> Mirror:
    assert driver.app.mirror is not None
    return driver.app.mirror


def owes(driver: Driver) -> bool:
    mirror = driver.app.mirror
    shown = any(isinstance(screen, TableScreen) for screen in driver.app.screen_stack)
    return shown and mirror is not None and mirror.mine is not None and bool(mirror.mine.choices)


@pytest.mark.parametrize("game", OPTIONS)
async def test_a_key_takes_back_the_last_decision(paths: Paths, game: str) -> None:
    intent = PlayNow(game, bots=("easy",), options=OPTIONS[game], practice=True)
    offered = {game: GameSettings(guided_offered=True)}
    async with driving(make_app(paths, intent=intent, games=offered, bot_speed="relaxed")) as driver:
        await driver.until(lambda: owes(driver))
        mirror = mirror_of(driver)
        assert mirror.mine is not None
        choices = mirror.mine.choices
        assert "take back" not in driver.text
        table_of(driver).send(choices[0].action)
        await driver.until(lambda: mirror.room.undo and driver.app.screen is table_of(driver))
        await driver.until(lambda: "take back" in driver.text)
        assert "practice" in driver.text
        await driver.press("backspace")
        await driver.until(lambda: mirror.mine is not None and mirror.mine.choices == choices)
        await driver.until(lambda: any("took back" in one for one in table_of(driver).log_book.sentences))
        assert not mirror.room.undo


async def test_a_key_that_has_nothing_to_take_back_says_so(paths: Paths) -> None:
    intent = PlayNow("triqueta", bots=("easy",), options={"start": 0})
    async with driving(make_app(paths, intent=intent, bot_speed="relaxed")) as driver:
        await driver.until(lambda: owes(driver))
        await driver.press("backspace")
        await driver.until(lambda: "Nothing can be taken back" in driver.text)
        assert "practice" not in driver.text
