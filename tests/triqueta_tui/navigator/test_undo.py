"""Taking back a decision with a key, in games against bots on this machine."""

from typing import Any

import pytest

from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_protocol.games.triqueta import Place
from triqueta_protocol.settings import TableSettings
from triqueta_tui.paths import Paths
from triqueta_tui.session.intents import PlayNow
from triqueta_tui.session.live_feed import LiveFeed
from triqueta_tui.settings import GameSettings
from triqueta_tui.table.screen import TableScreen

OPTIONS: dict[str, dict[str, Any]] = {"triqueta": {"start": 0}, "triche": {"start": 0}, "tripitz": {}}


def table_of(driver: Driver) -> TableScreen:
    return next(screen for screen in driver.app.screen_stack if isinstance(screen, TableScreen))


def feed_of(driver: Driver) -> LiveFeed:
    assert driver.app.navigator.feed is not None
    return driver.app.navigator.feed


def choices_of(feed: LiveFeed) -> tuple[Any, ...]:
    mine = feed.mirror.mine
    return tuple(mine.choices) if mine is not None else ()


def owes(driver: Driver) -> bool:
    feed = driver.app.navigator.feed
    shown = any(isinstance(screen, TableScreen) for screen in driver.app.screen_stack)
    return shown and feed is not None and bool(choices_of(feed))


@pytest.mark.parametrize("game", OPTIONS)
async def test_a_key_takes_back_the_last_decision(paths: Paths, game: str) -> None:
    intent = PlayNow(
        game, bots=("easy",), options=OPTIONS[game], settings=TableSettings(coach=True, practice=True)
    )
    offered = {game: GameSettings(guided_offered=True)}
    async with driving(make_app(paths, intent=intent, games=offered, bot_speed="relaxed")) as driver:
        await driver.until(lambda: owes(driver))
        feed = feed_of(driver)
        choices = choices_of(feed)
        assert "undo" not in driver.text
        table_of(driver).decide(choices[0].action)
        await driver.until(lambda: feed.room.undo and driver.app.screen is table_of(driver))
        await driver.until(lambda: "undo" in driver.text)
        assert "practice" in driver.text
        await driver.press("backspace")
        await driver.until(lambda: choices_of(feed) == choices)
        await driver.until(lambda: any("took back" in one for one in table_of(driver).table_log.sentences))
        assert not feed.room.undo


async def test_a_key_that_has_nothing_to_take_back_says_so(paths: Paths) -> None:
    intent = PlayNow("triqueta", bots=("easy",), options={"start": 0})
    async with driving(make_app(paths, intent=intent, bot_speed="relaxed")) as driver:
        await driver.until(lambda: owes(driver))
        await driver.press("backspace")
        await driver.until(lambda: "you haven’t made a move yet" in driver.text)
        assert "practice" not in driver.text
        await driver.press("d")
        await driver.until(lambda: Place in map(type, (one.action for one in choices_of(feed_of(driver)))))
        await driver.press("backspace")
        await driver.until(lambda: "Practice games always allow it" in driver.text)
