"""Nobody can block a table by being gone, whatever the table says about it, and owners come first."""

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Away
from triqueta_protocol.requests import Configure, Rematch, SitIn
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import BotSatIn, GotUp, HostChanged, LinkBack
from triqueta_server.limits.declared import Limits


@pytest.fixture
def server() -> FakeServer:
    return FakeServer(Limits(grace=60.0))


async def test_a_bot_plays_for_who_is_gone_without_being_asked(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 1})
    bo.vanish()
    assert ana.room(table).away == (Away(1, since=0, left=60_000),)
    server.advance(59.0)
    assert ana.saw(BotSatIn) == []
    server.advance(1.0)
    assert ana.saw(BotSatIn) == [BotSatIn(1, "gone")]
    assert ana.room(table).away == (Away(1, since=60_000),)
    await play_on(table, [ana])
    assert ana.room(table).status == "over"


async def test_the_owner_takes_the_seat_back_by_returning(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 1})
    server.bots.held = True
    bo.vanish()
    server.advance(70.0)
    await bo.come_back(table)
    assert bo.owes(table)
    assert ana.saw(LinkBack) == [LinkBack(1)]
    assert ana.room(table).away == ()
    server.advance(600.0)
    assert ana.saw(BotSatIn) == [BotSatIn(1, "gone")]
    assert all(client.sees_what_is(table) for client in (ana, bo))


async def test_who_is_back_in_time_is_not_replaced(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    for _ in range(3):
        bo.vanish()
        server.advance(40.0)
        await bo.come_back(table)
    server.advance(300.0)
    assert ana.saw(BotSatIn) == []


async def test_each_of_several_is_replaced_when_the_own_time_is_over(server: FakeServer) -> None:
    server.bots.held = True
    _, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy")
    cy.vanish()
    server.advance(20.0)
    bo.vanish()
    server.advance(40.0)
    assert ana.saw(BotSatIn) == [BotSatIn(2, "gone")]
    server.advance(20.0)
    assert ana.saw(BotSatIn) == [BotSatIn(2, "gone"), BotSatIn(1, "gone")]


async def test_bots_do_not_play_on_where_nobody_is(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 1})
    bo.vanish()
    ana.vanish()
    server.advance(500.0)
    assert server.bots.asked == []
    await ana.come_back(table)
    assert ana.room(table).away == (Away(1, since=500_000, left=60_000),)
    server.advance(59.0)
    assert ana.saw(BotSatIn) == []
    server.advance(1.0)
    assert ana.saw(BotSatIn) == [BotSatIn(1, "gone")]


async def test_a_table_that_asks_tells_the_time_and_waits_for_a_player(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy", substitute="ask")
    bo.vanish()
    server.advance(45.0)
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    assert eve.room(table).away == cy.room(table).away == (Away(1, since=45_000, left=15_000),)
    server.advance(600.0)
    assert ana.saw(BotSatIn) == []
    await cy.ask(SitIn, table=table, seat=1)
    assert ana.saw(BotSatIn) == [BotSatIn(1, "gone")]


async def test_a_table_that_waits_for_its_players_refuses_bots(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", substitute="never")
    bo.vanish()
    assert ana.room(table).away == (Away(1, since=0),)
    server.advance(600.0)
    assert await ana.refusal(SitIn, table=table, seat=1) == Code.NO_SUBSTITUTE
    assert ana.saw(BotSatIn) == []
    await bo.come_back(table)
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"


async def test_the_seat_of_a_vanished_guest_is_freed_before_the_game(server: FakeServer) -> None:
    table, [ana, bo, cy] = await seated(server, "Ana", "Bo", "Cy")
    bo.vanish()
    server.advance(60.0)
    assert ana.saw(GotUp) == [GotUp(1, "Bo", gone=True)]
    await ana.start(table)
    assert [seat.name for seat in cy.room(table).seats] == ["Ana", "Cy"]
    assert all(client.sees_what_is(table) for client in (ana, cy))


async def test_a_vanished_host_makes_room_for_another_before_the_game(server: FakeServer) -> None:
    table, [ana, bo, cy] = await seated(server, "Ana", "Bo", "Cy")
    ana.vanish()
    server.advance(60.0)
    assert bo.saw(HostChanged) == [HostChanged("Bo")]
    assert [seat.name for seat in bo.room(table).seats] == ["Bo", "Cy", ""]
    await bo.start(table)
    assert cy.room(table).status == "playing"


@pytest.mark.parametrize("substitute", ["ask", "never"])
async def test_a_vanished_host_loses_the_role_whatever_the_table_says(
    server: FakeServer, substitute: str
) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", substitute=substitute)
    ana.vanish()
    server.advance(60.0)
    assert bo.room(table).host == bo.player.id
    assert bo.room(table).seats[0].name == "Ana"


async def test_whoever_was_gone_at_the_end_does_not_hold_up_the_next_game(server: FakeServer) -> None:
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy")
    cy.vanish()
    server.advance(60.0)
    await play_on(table, [ana, bo])
    await ana.ask(Rematch, table=table)
    assert [seat.name for seat in ana.room(table).seats] == ["Ana", "Bo", ""]
    await bo.ready(table)
    await ana.start(table)


async def test_the_rule_can_be_changed_before_the_game_and_counts_at_once(server: FakeServer) -> None:
    table, [ana, bo, cy] = await seated(server, "Ana", "Bo", "Cy", substitute="never")
    cy.vanish()
    server.advance(90.0)
    await ana.ask(Configure, table=table, pace=900)
    assert ana.room(table).settings.substitute == "never"
    await ana.ask(Configure, table=table, substitute="auto")
    assert bo.room(table).settings.substitute == "auto"
    assert [seat.name for seat in ana.room(table).seats] == ["Ana", "Bo", ""]


async def test_a_pause_holds_the_bot_back(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 1}, clock=ClockRule(600))
    bo.vanish()
    server.fill_disk()
    server.advance(300.0)
    assert ana.saw(BotSatIn) == []
    server.free_disk()
    assert ana.saw(BotSatIn) == [BotSatIn(1, "gone")]
    await play_on(table, [ana])
    assert ana.room(table).status == "over"


@pytest.mark.parametrize("substitute", ["auto", "ask", "never"])
async def test_the_rule_outlives_a_crash(server: FakeServer, substitute: str) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 1}, substitute=substitute)
    after = server.restarted()
    after.bots.held = True
    await ana.arrive(after)
    await ana.join(table)
    assert ana.room(table).settings.substitute == substitute
    after.advance(60.0)
    assert ana.saw(BotSatIn) == ([BotSatIn(1, "gone")] if substitute == "auto" else [])
    assert bo.player.id in {seat.player for seat in ana.room(table).seats}
