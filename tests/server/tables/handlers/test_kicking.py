"""Being sent away: for good, from the seat and from watching, whatever is going on."""

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Closed
from triqueta_protocol.requests import Join, Kick, Watch
from triqueta_protocol.table_events import BotSatIn, GotUp
from triqueta_server.bots import NAMES


@pytest.mark.parametrize("when", ["waiting", "playing", "over"])
async def test_a_kick_is_for_good(server: FakeServer, when: str) -> None:
    server.bots.held = True
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    if when != "waiting":
        await ana.start(table)
    if when == "over":
        await play_on(table, [ana, bo])
    await ana.ask(Kick, table=table, seat=1)
    assert bo.closed == {table: Code.KICKED}
    assert ana.saw(GotUp) == [GotUp(1, "Bo", kicked=True)]
    assert await bo.refusal(Join, table=table) == Code.KICKED
    assert await bo.refusal(Watch, table=table) == Code.KICKED
    assert bo.player.tables == {}
    assert ana.sees_what_is(table)


@pytest.mark.parametrize("address", [False, True])
async def test_others_from_the_address_of_a_kicked_player_may_come_unless_the_host_minds(
    server: FakeServer, address: bool
) -> None:
    table, [ana] = await seated(server, "Ana", seats=4)
    bo, cy = [await FakeClient(server, name, "198.51.100.7").arrive() for name in ("Bo", "Cy")]
    await bo.join(table)
    await ana.ask(Kick, table=table, seat=1, address=address)
    assert await bo.refusal(Join, table=table) == Code.KICKED
    if address:
        assert await cy.refusal(Join, table=table) == Code.KICKED
    else:
        await cy.join(table)


async def test_a_bot_plays_for_good_where_somebody_was_sent_away(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    await ana.ask(Kick, table=table, seat=1)
    assert ana.saw(BotSatIn) == [BotSatIn(1, "kicked")]
    seat = ana.room(table).seats[1]
    assert (seat.kind, seat.player, seat.name) == ("bot", None, NAMES[0])
    assert ana.saw(GotUp) == [GotUp(1, "Bo", kicked=True)]
    await play_on(table, [ana])
    assert ana.room(table).status == "over"


async def test_who_can_be_sent_away_and_by_whom(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", seats=4)
    await ana.add_bot(table)
    assert await bo.refusal(Kick, table=table, seat=0) == Code.NOT_HOST
    assert await ana.refusal(Kick, table=table, seat=0) == Code.NOT_A_PLAYER
    assert await ana.refusal(Kick, table=table, seat=2) == Code.NOT_A_PLAYER
    assert await ana.refusal(Kick, table=table, seat=3) == Code.NO_SUCH_SEAT


async def test_somebody_absent_hears_of_nothing_when_sent_away(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    bo.vanish()
    before = len(bo.messages)
    await ana.ask(Kick, table=table, seat=1)
    await bo.arrive()
    assert not any(isinstance(message, Closed) for message in bo.messages[before:])
    assert bo.welcome.seats == ()
