"""Sitting down, getting up, and who is host then."""

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Act, Join, Kick, Leave, Rematch, SitIn
from triqueta_protocol.table_events import BotSatIn, GotUp, HostChanged, Joined


async def test_seats_are_taken_in_order_until_the_table_is_full(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    assert [bo.seat(table), ana.saw(Joined)[-1]] == [1, Joined(1, "Bo")]
    cy = await FakeClient(server, "Cy").arrive()
    assert await cy.refusal(Join, table=table) == Code.TABLE_FULL


async def test_joining_again_shows_the_table_and_takes_no_second_seat(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", seats=3)
    await bo.join(table)
    assert [seat.name for seat in ana.room(table).seats] == ["Ana", "Bo", ""]
    assert ana.saw(Joined) == [Joined(0, "Ana"), Joined(1, "Bo")]


async def test_nobody_sits_down_in_the_middle_of_a_game(server: FakeServer) -> None:
    table, _ = await playing(server, "Ana", "Bo", seats=3)
    cy = await FakeClient(server, "Cy").arrive()
    assert await cy.refusal(Join, table=table) == Code.GAME_RUNNING


async def test_a_watcher_can_sit_down(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await eve.join(table)
    assert eve.seat(table) == 1
    assert ana.room(table).watchers == ()
    assert eve.sees_what_is(table)


async def test_a_newcomer_after_a_smaller_game_sees_the_waiting_room(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", seats=4)
    await play_on(table, [ana, bo])
    await ana.ask(Rematch, table=table)
    cy = await FakeClient(server, "Cy").arrive()
    await cy.join(table)
    assert cy.seat(table) == 2
    assert cy.mirrors[table].public is None
    assert all(client.sees_what_is(table) for client in (ana, bo, cy))


async def test_those_behind_move_up_when_somebody_leaves_the_waiting_room(server: FakeServer) -> None:
    table, [ana, bo, cy] = await seated(server, "Ana", "Bo", "Cy")
    await bo.leave(table)
    assert [seat.name for seat in cy.room(table).seats] == ["Ana", "Cy", ""]
    assert (cy.seat(table), ana.saw(GotUp)) == (1, [GotUp(1, "Bo")])
    assert bo.player.tables == {}
    assert all(client.sees_what_is(table) for client in (ana, cy))


async def test_only_who_is_there_can_leave(server: FakeServer) -> None:
    table, _ = await seated(server, "Ana")
    bo = await FakeClient(server, "Bo").arrive()
    assert await bo.refusal(Leave, table=table) == Code.NOT_AT_TABLE


async def test_the_host_passes_on_to_the_next_who_is_there(server: FakeServer) -> None:
    table, [ana, bo, cy] = await seated(server, "Ana", "Bo", "Cy")
    bo.vanish()
    await ana.leave(table)
    assert cy.saw(HostChanged) == [HostChanged("Cy")]
    assert cy.room(table).host == cy.player.id
    await cy.ask(Kick, table=table, seat=0)


async def test_the_host_passes_on_to_somebody_absent_if_nobody_is_there(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    bo.vanish()
    await ana.leave(table)
    await bo.come_back(table)
    assert bo.room(table).host == bo.player.id


async def test_a_host_who_stays_away_is_replaced_by_somebody_who_is_there(server: FakeServer) -> None:
    table, [ana, bo, cy] = await seated(server, "Ana", "Bo", "Cy", substitute="never")
    bo.vanish()
    await bo.arrive()  # here, but not at the table
    ana.vanish()
    server.advance(59.0)
    assert cy.room(table).host == ana.player.id
    server.advance(1.0)
    assert cy.saw(HostChanged) == [HostChanged("Cy")]
    await ana.come_back(table)
    assert cy.room(table).host == cy.player.id
    assert all(client.sees_what_is(table) for client in (ana, cy))


async def test_a_host_who_is_back_in_time_stays_host(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    ana.vanish()
    server.advance(30.0)
    await ana.come_back(table)
    ana.vanish()
    server.advance(45.0)
    assert bo.room(table).host == ana.player.id


async def test_a_host_is_replaced_by_the_first_who_comes_back(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    bo.vanish()
    ana.vanish()
    server.advance(100.0)
    await bo.come_back(table)
    assert bo.room(table).host == bo.player.id


async def test_a_waiting_room_closes_with_its_last_player(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=3)
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await ana.add_bot(table)
    await ana.leave(table)
    assert table not in server.lobby.tables
    assert eve.closed == {table: Code.TABLE_CLOSED}


async def test_a_seat_left_in_the_middle_is_played_by_a_bot_and_can_be_taken_back(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    await bo.leave(table)
    assert ana.saw(GotUp) == [GotUp(1, "Bo")]
    assert ana.saw(BotSatIn) == [BotSatIn(1, "left")]
    seat = ana.room(table).seats[1]
    assert (seat.kind, seat.present, seat.level) == ("player", False, "normal")
    await bo.join(table)
    seat = ana.room(table).seats[1]
    assert (seat.present, seat.level) == (True, None)
    assert all(client.sees_what_is(table) for client in (ana, bo))


async def test_whoever_has_left_does_not_act_before_joining_again(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    await ana.leave(table)
    assert await ana.refusal(Act, table=table, action={"do": "draw"}) == Code.NOT_AT_TABLE
    assert await ana.refusal(SitIn, table=table, seat=1) == Code.NOT_AT_TABLE


async def test_the_only_person_who_leaves_and_comes_back_is_host_again(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana] = await seated(server, "Ana", seats=2)
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await ana.add_bot(table)
    await ana.start(table)
    await ana.leave(table)
    assert eve.room(table).host is None
    assert eve.sees_what_is(table)
    await ana.join(table)
    assert eve.room(table).host == ana.player.id
    assert eve.saw(HostChanged) == [HostChanged("Ana")]
    assert eve.sees_what_is(table)


async def test_the_scoresheet_keeps_the_column_of_who_leaves_after_the_game(
    server: FakeServer,
) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    await play_on(table, [ana, bo])
    await bo.leave(table)
    assert [(seat.name, seat.present) for seat in ana.room(table).seats] == [("Ana", True), ("Bo", False)]
    await bo.join(table)
    assert ana.room(table).seats[1].present
    assert ana.sees_what_is(table)
