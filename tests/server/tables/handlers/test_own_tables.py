"""A player's tables, wherever they are, and results that the player has not seen."""

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.archive import ArchivedGame, OwnTable, TablesFound
from triqueta_protocol.requests import ForgetMe, MyTables, Rematch, Sleep
from triqueta_protocol.series import SeriesRule
from triqueta_server.tables.state.sleep import Sleep as Sleeping

DAY = 24 * 60 * 60


async def found(client: FakeClient, seen: tuple[str, ...] = ()) -> TablesFound:
    answer = (await client.ask(MyTables, seen=seen)).found
    assert isinstance(answer, TablesFound)
    return answer


async def tables(client: FakeClient) -> tuple[OwnTable, ...]:
    return (await found(client)).tables


async def results(client: FakeClient, *seen: str) -> tuple[ArchivedGame, ...]:
    return (await found(client, seen)).results


async def test_a_game_says_whose_turn_it_is_and_since_when(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", bots=1, options={"start": 0})
    server.bots.held = True
    [line] = await tables(ana)
    names = tuple(seat.name for seat in ana.room(table).seats)
    assert line == OwnTable(table, "triqueta", 0, names, bots=(2,), owing=(0,), yours=True)
    server.advance(30.0)
    at = server.services.wall_time()
    await play_on(table, [ana], moves=None)
    server.advance(600.0)
    [line], [of_bo] = await tables(ana), await tables(bo)
    assert (line.owing, line.yours, line.since) == ((1,), False, at)
    assert (of_bo.owing, of_bo.yours, of_bo.seat) == ((1,), True, 1)


async def test_a_seat_for_which_a_bot_plays_owes_nothing(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.bots.held = True
    await ana.leave(table)
    [line] = await tables(ana)
    assert (line.owing, line.yours) == ((0,), False)


async def test_waiting_rooms_and_unfinished_series_are_there_and_other_tables_are_not(
    server: FakeServer,
) -> None:
    waiting, [ana] = await seated(server, "Ana", private=True)
    eve = await FakeClient(server, "Eve").arrive()
    other, [cy, dan] = await playing(server, "Cy", "Dan", series=SeriesRule("games", 2))
    await eve.watch(other)
    assert await tables(eve) == ()
    assert [(line.table, line.status) for line in await tables(ana)] == [(waiting, "waiting")]
    await play_on(other, [cy, dan])
    assert [line.status for line in await tables(cy)] == ["over"]
    await cy.ask(Rematch, table=other)
    assert [line.status for line in await tables(cy)] == ["waiting"]
    single, [fay, gil] = await playing(server, "Fay", "Gil")
    await play_on(single, [fay, gil])
    assert await tables(fay) == ()


async def test_a_sleeping_game_is_there_from_the_store_as_it_was(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0}, sleep_days=7)
    await play_on(table, [ana, bo], moves=3)
    await ana.ask(Sleep, table=table)
    [open_line] = await tables(ana)
    assert (open_line.asleep, len(open_line.owing)) == (True, 1)
    sleep = server.table(table).asleep
    assert isinstance(sleep, Sleeping)
    assert open_line.until == sleep.until
    bo.vanish()
    server.advance(3600.0)
    assert server.lobby.tables == {}
    assert await tables(ana) == (open_line,)
    after = server.restarted()
    await ana.arrive(after)
    assert await tables(ana) == (open_line,)
    await bo.arrive(after)
    [of_bo] = await tables(bo)
    assert of_bo.yours != open_line.yours
    assert after.lobby.tables == {}, "asking wakes nothing"


async def test_a_game_that_ended_meanwhile_is_told_until_it_was_seen(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    bo.vanish()
    server.advance(61.0)
    await play_on(table, [ana])
    assert await results(ana) == ()
    await bo.arrive()
    [game] = await results(bo)
    assert [seat.you for seat in game.seats] == [False, True]
    assert await results(bo) == (game,), "asking is not seeing"
    assert await results(bo, game.id) == ()
    assert await results(bo) == ()


async def test_who_comes_back_to_the_table_has_seen_the_result(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    bo.vanish()
    server.advance(61.0)
    await play_on(table, [ana])
    await bo.arrive()
    await bo.join(table)
    assert bo.room(table).status == "over"
    assert await results(bo) == ()


async def test_a_result_of_long_ago_waits_no_more(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    bo.vanish()
    server.advance(61.0)
    await play_on(table, [ana])
    server.advance(31 * DAY)
    await bo.arrive()
    assert await results(bo) == ()


async def test_results_of_others_cannot_be_called_seen(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    bo.vanish()
    server.advance(61.0)
    await play_on(table, [ana])
    [game] = [one.record.id for one in server.journal.games.values()]
    assert await results(ana, game, "unknown") == ()
    await bo.arrive()
    assert [one.id for one in await results(bo)] == [game]


async def test_a_deleted_player_has_no_result_to_see(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    bo.vanish()
    server.advance(61.0)
    await play_on(table, [ana])
    await bo.arrive()
    assert await results(bo) != ()
    gone = bo.player.id
    await bo.ask(ForgetMe)
    assert server.journal.read(lambda store: list(store.execute("SELECT player FROM unseen_result"))) == []
    assert gone not in {one.id for one in server.journal.players.values()}
