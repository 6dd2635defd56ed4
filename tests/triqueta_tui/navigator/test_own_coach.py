"""The coach of a game on the own machine, through the real server, for several people at one keyboard."""

from textual.widgets import Static

from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_protocol.settings import TableSettings
from triqueta_tui.paths import Paths
from triqueta_tui.screens.questions import PassKeyboard
from triqueta_tui.session.intents import PlayNow
from triqueta_tui.table.coach_dialog import CoachDialog
from triqueta_tui.table.screen import TableScreen


async def advised(driver: Driver) -> str:
    """Ask, and wait for the answer."""
    await driver.press("e")
    await driver.shown(CoachDialog)
    card = driver.app.screen
    await driver.until(lambda: card.query_one("#best", Static).has_class("-known"))
    return str(card.query_one("#best", Static).content)


def can_decide(driver: Driver, *, holding: bool) -> bool:
    """Whether the table on top takes a key for a decision of its player."""
    table = driver.app.screen
    if not isinstance(table, TableScreen) or table.waiting or table.now is None or not table.now.my_turn:
        return False
    return (table.now.public.phase == "place") is holding


async def test_both_players_at_one_keyboard_are_advised_about_their_own_turns(paths: Paths) -> None:
    intent = PlayNow("triqueta", bots=(), people=("Bo",), settings=TableSettings(coach=True, seed="oak"))
    async with driving(make_app(paths, intent=intent)) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, PassKeyboard | TableScreen))
        for _ in range(2):
            if not isinstance(driver.app.screen, TableScreen):
                await driver.shown(PassKeyboard)
                await driver.press("enter")
            await driver.until(lambda: can_decide(driver, holding=False))
            feed = driver.app.navigator.feed
            assert feed is not None
            assert feed.room.settings.coach
            assert (await advised(driver)).startswith("I’d ")
            await driver.press("escape")
            await driver.shown(TableScreen)
            await driver.press("d")
            await driver.until(lambda: can_decide(driver, holding=True))
            await driver.press("1")
            await driver.shown(PassKeyboard)
