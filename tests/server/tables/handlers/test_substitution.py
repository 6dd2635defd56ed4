"""Bots that play for absent people: when they may, who asks for it, and that owners come first."""

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Rejected
from triqueta_protocol.requests import Join, Kick, SitIn, Watch
from triqueta_protocol.table_events import BotSatIn, GotUp, LinkBack, LinkLost
from triqueta_server.limits.declared import Limits


@pytest.fixture
def server() -> FakeServer:
    return FakeServer(Limits(grace=60.0))


async def test_a_lost_link_is_told_and_the_seat_is_kept(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    bo.vanish()
    assert ana.saw(LinkLost) == [LinkLost(1)]
    assert not ana.room(table).seats[1].present
    await bo.come_back(table)
    assert ana.saw(LinkBack) == [LinkBack(1)]
    assert ana.room(table).seats[1].present
    assert all(client.sees_what_is(table) for client in (ana, bo))


async def test_the_host_may_let_a_bot_sit_in_after_the_grace(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", substitute="ask")
    bo.vanish()
    server.advance(59.0)
    answer = ana.answer(await ana.send(SitIn, table=table, seat=1))
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.detail["seconds"]) == (Code.GRACE_RUNNING, 2)
    server.advance(1.0)
    await ana.ask(SitIn, table=table, seat=1)
    assert ana.saw(BotSatIn) == [BotSatIn(1, "gone")]
    await play_on(table, [ana])
    assert ana.room(table).status == "over"


async def test_any_player_may_let_a_bot_sit_in(server: FakeServer) -> None:
    """Also beside a host who is connected and does not look."""
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy", substitute="ask")
    bo.vanish()
    server.advance(60.0)
    await cy.ask(SitIn, table=table, seat=1)
    ana.vanish()
    assert await cy.refusal(SitIn, table=table, seat=0) == Code.GRACE_RUNNING
    server.advance(60.0)
    await cy.ask(SitIn, table=table, seat=0)
    assert [one.seat for one in cy.saw(BotSatIn)] == [1, 0]


async def test_nobody_is_replaced_who_is_there_or_not_a_person(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana, bo, _cy] = await playing(server, "Ana", "Bo", "Cy", bots=1, substitute="ask")
    assert await ana.refusal(SitIn, table=table, seat=0) == Code.SEAT_PRESENT
    assert await ana.refusal(SitIn, table=table, seat=1) == Code.SEAT_PRESENT
    assert await ana.refusal(SitIn, table=table, seat=3) == Code.NOT_A_PLAYER
    assert await ana.refusal(SitIn, table=table, seat=9) == Code.NO_SUCH_SEAT
    bo.vanish()
    server.advance(60.0)
    await ana.ask(SitIn, table=table, seat=1)
    assert await ana.refusal(SitIn, table=table, seat=1) == Code.SEAT_PRESENT
    await ana.ask(Kick, table=table, seat=2)
    assert await ana.refusal(SitIn, table=table, seat=2) == Code.NOT_A_PLAYER


async def test_before_the_game_the_seat_of_who_is_gone_is_freed(server: FakeServer) -> None:
    table, [ana, bo, cy] = await seated(server, "Ana", "Bo", "Cy", substitute="ask")
    bo.vanish()
    assert await cy.refusal(SitIn, table=table, seat=1) == Code.GRACE_RUNNING
    server.advance(60.0)
    await cy.ask(SitIn, table=table, seat=1)
    assert [seat.name for seat in ana.room(table).seats] == ["Ana", "Cy", ""]
    assert ana.saw(GotUp) == [GotUp(1, "Bo", gone=True)]
    await bo.arrive()
    await bo.join(table)  # nobody has sent Bo away for good
    assert [seat.name for seat in ana.room(table).seats] == ["Ana", "Cy", "Bo"]
    assert all(client.sees_what_is(table) for client in (ana, bo, cy))


async def test_the_owner_back_at_the_table_silences_the_thinking_bot(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 1}, substitute="ask")
    bo.vanish()
    server.advance(60.0)
    await ana.ask(SitIn, table=table, seat=1)
    assert [thought.seat for thought in server.bots.busy] == [1]
    await bo.come_back(table)
    server.bots.release()
    server.settle()
    assert bo.owes(table)
    assert ana.room(table).seats[1].level is None
    await bo.act(table)
    moves = [entry for entry in server.journal.unfinished()[0].entries if entry.kind == "move"]
    assert [entry.player for entry in moves] == [bo.player.id]
    assert all(client.sees_what_is(table) for client in (ana, bo))


async def test_a_second_link_that_breaks_before_it_resumes_counts_as_gone(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", substitute="ask")
    await bo.arrive()
    bo.vanish()
    assert ana.saw(LinkLost) == [LinkLost(1)]
    server.advance(60.0)
    await ana.ask(SitIn, table=table, seat=1)


async def test_a_link_lost_while_the_table_is_on_its_way_counts_as_gone(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    bo.vanish()
    server.journal.hanging = True
    await ana.send_move(table)
    await bo.arrive()
    await bo.send_resume(table)
    bo.vanish()
    server.commit()
    assert not ana.room(table).seats[1].present
    assert not server.table(table).viewers[bo.player.id].live
    assert ana.sees_what_is(table)


async def test_being_lost_twice_does_not_begin_the_grace_anew(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", substitute="ask")
    bo.vanish()
    server.advance(50.0)
    await bo.arrive()
    bo.vanish()
    assert ana.saw(LinkLost) == [LinkLost(1)]
    server.advance(10.0)
    await ana.ask(SitIn, table=table, seat=1)


async def test_a_bots_nonsense_is_replaced_by_something_legal(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana] = await playing(server, "Ana", bots=1, options={"start": 1})
    for nonsense in (None, {"do": "fly"}, {"do": "keep"}, {"do": "take", "row": 4}):
        before = len(server.journal.unfinished()[0].entries)
        if not server.bots.busy:
            await play_on(table, [ana])
        server.bots.release_with(nonsense)
        server.settle()
        assert len(server.journal.unfinished()[0].entries) > before
    assert ana.sees_what_is(table)


async def test_bots_take_their_time_so_that_people_can_follow(server: FakeServer) -> None:
    table, [ana] = await playing(server, "Ana", bots=1, options={"start": 1}, pace=600)
    server.advance(0.5)
    assert server.journal.unfinished()[0].entries == ()
    server.advance(0.1)
    assert len(server.journal.unfinished()[0].entries) == 1
    assert ana.sees_what_is(table)


@pytest.mark.parametrize("thinks", [0.0, 0.2, 0.5])
async def test_how_long_a_bot_thinks_does_not_show(server: FakeServer, thinks: float) -> None:
    server.bots.held = True
    _table, [ana] = await playing(server, "Ana", bots=1, options={"start": 1}, pace=600)
    before = len(ana.link.frames)
    server.advance(thinks)
    server.bots.release()
    server.advance(0.59 - thinks)
    assert len(ana.link.frames) == before
    server.advance(0.01)
    assert len(ana.link.frames) == before + 1


async def test_a_bot_is_asked_with_what_its_seat_may_see(server: FakeServer) -> None:
    table, clients = await playing(server, "Ana", bots=2)
    await play_on(table, clients)
    assert server.bots.asked
    for thought in server.bots.asked:
        assert set(thought.mine) == {"drawn", "face_down", "boxed", "worth", "choices"}
        assert set(thought.public) == set(clients[0].public(table).__struct_fields__)
        assert thought.seat in {1, 2}


async def test_five_bots_sat_in_for_are_all_given_back(server: FakeServer) -> None:
    server.bots.held = True
    names = ("Ana", "Bo", "Cy", "Dan", "Eve")
    table, clients = await playing(server, *names, substitute="ask")
    absent: list[FakeClient] = clients[1:]
    for client in absent:
        client.vanish()
    server.advance(60.0)
    for seat in range(1, 5):
        await clients[0].ask(SitIn, table=table, seat=seat)
    for client in absent:
        await client.come_back(table)
    assert [seat.level for seat in clients[0].room(table).seats] == [None] * 5
    server.bots.release()
    server.bots.held = False
    await play_on(table, clients)
    moves = [entry for entry in next(iter(server.journal.games.values())).entries if entry.kind == "move"]
    assert all(entry.player is not None for entry in moves)


async def test_getting_up_and_coming_back_without_end_is_refused(server: FakeServer) -> None:
    """Each time is written down, and the log of a game must not grow without end."""
    table, [ana, _bo] = await playing(server, "Ana", "Bo", pace=5000)
    for _ in range(10):
        await ana.leave(table)
        await ana.join(table)
    await ana.leave(table)
    assert await ana.refusal(Join, table=table) == Code.FLOODING
    assert await ana.refusal(Watch, table=table) == Code.FLOODING
    server.advance(10.0)
    await ana.join(table)
    ana.vanish()
    await ana.arrive()
    await ana.join(table)  # a lost link is something else
