"""The host of a rated table is told what is missing before the server refuses to begin."""

import pytest

from tests.triqueta_tui.driving import driving, make_app
from tests.triqueta_tui.session.told import OWN_ID, feed_of, room
from triqueta_protocol.events import SeatInfo
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_tui.paths import Paths
from triqueta_tui.screens.waiting_room import WaitingRoom

CLOCK = ClockRule(turn=30, bank=120)
OWN = SeatInfo(kind="player", name="Ana", player=OWN_ID, present=True, ready=True)
FRIEND = SeatInfo(kind="player", name="Bo", player="p2", present=True, ready=True)
BOT = SeatInfo(kind="bot", name="Hazel", level="normal", present=True, ready=True)


@pytest.mark.parametrize(
    ("other", "clock", "rated", "missing"),
    [
        (FRIEND, None, True, True),
        (FRIEND, CLOCK, True, False),
        (BOT, None, True, False),
        (FRIEND, None, False, False),
    ],
)
async def test_people_who_play_for_a_rating_need_a_clock(
    paths: Paths, other: SeatInfo, clock: ClockRule | None, rated: bool, missing: bool
) -> None:
    told = room(seats=(OWN, other), settings=TableSettings(seats=2, clock=clock, rated=rated))
    async with driving(make_app(paths)) as driver:
        await driver.app.push_screen(WaitingRoom(feed_of(told)))
        await driver.pilot.pause()
        assert ("need a clock (o)" in driver.text) == missing
        assert ("s starts the game" in driver.text) != missing
