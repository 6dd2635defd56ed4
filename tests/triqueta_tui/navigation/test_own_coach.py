"""The coach of a game on the own machine, through the real server, for several people at one keyboard."""

from textual.widgets import Static

from protocol.games.triqueta import Public
from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_tui.games.triqueta.table import TriquetaTable
from triqueta_tui.intents import PlayNow
from triqueta_tui.paths import Paths
from triqueta_tui.screens.pass_keyboard import PassKeyboard
from triqueta_tui.table.coach_card import CoachCard


async def advised(driver: Driver) -> str:
    """Ask, and wait for the answer."""
    await driver.press("e")
    await driver.shown(CoachCard)
    card = driver.app.screen
    await driver.until(lambda: card.query_one("#best", Static).has_class("-known"))
    return str(card.query_one("#best", Static).content)


def holds_a_token(driver: Driver) -> bool:
    mirror = driver.app.mirror
    return mirror is not None and isinstance(mirror.public, Public) and mirror.public.phase == "place"


async def test_both_players_at_one_keyboard_are_advised_about_their_own_turns(paths: Paths) -> None:
    intent = PlayNow("triqueta", bots=(), people=("Bo",), seed="oak")
    async with driving(make_app(paths, intent=intent)) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, PassKeyboard | TriquetaTable))
        for _ in range(2):
            if not isinstance(driver.app.screen, TriquetaTable):
                await driver.shown(PassKeyboard)
                await driver.press("enter")
            await driver.shown(TriquetaTable)
            mirror = driver.app.mirror
            assert mirror is not None
            assert mirror.room.coach
            assert (await advised(driver)).startswith("I would ")
            await driver.press("escape")
            await driver.shown(TriquetaTable)
            await driver.press("d")
            await driver.until(lambda: holds_a_token(driver))
            await driver.press("1")
            await driver.shown(PassKeyboard)
