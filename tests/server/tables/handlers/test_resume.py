"""Coming back: the events that were missed, or one fresh view; and what happened before."""

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Closed, Event, TableNow
from triqueta_protocol.games.triqueta import AnyEvent
from triqueta_protocol.requests import History, Join, Kick, Resume
from triqueta_protocol.table_events import GameBegan, GameOver, LinkBack
from triqueta_server.tables.state.viewer import KEPT


async def test_whoever_comes_back_gets_exactly_what_was_missed(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    eve.vanish()
    missed = await play_on(table, [ana, bo], moves=10)
    await eve.arrive()
    assert not any(isinstance(message, Event) for message in eve.messages[-1:])
    before = len(eve.messages)
    await eve.resume(table)
    told = eve.messages[before:]
    assert [type(message) for message in told[:-1]] == [Event] * missed
    assert eve.sees_what_is(table)


async def test_whoever_missed_too_much_gets_one_fresh_view(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    eve.vanish()
    assert await play_on(table, [ana, bo], moves=KEPT + 1) == KEPT + 1
    await eve.arrive()
    before = len(eve.messages)
    await eve.resume(table)
    assert [type(message) for message in eve.messages[before:-1]] == [TableNow]
    assert eve.sees_what_is(table)


@pytest.mark.parametrize(("epoch", "ahead"), [("another life", 0), ("", 0), (None, 1), (None, 1000)])
async def test_a_number_that_means_nothing_gets_a_fresh_view(
    server: FakeServer, epoch: str | None, ahead: int
) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    mirror = ana.mirrors[table]
    await ana.arrive()
    before = len(ana.messages)
    own = mirror.room.epoch if epoch is None else epoch
    await ana.ask(Resume, table=table, epoch=own, last=mirror.n + ahead)
    assert isinstance(ana.messages[before], TableNow)
    assert ana.sees_what_is(table)


async def test_a_table_is_silent_on_a_new_link_until_it_is_asked_for(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    await bo.arrive()
    before = len(bo.messages)
    await ana.act(table)
    assert len(bo.messages) == before
    await bo.resume(table)
    assert bo.sees_what_is(table)


async def test_a_table_asked_for_on_an_old_link_is_not_pushed_on_the_new_one(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    await ana.send_move(table)
    await bo.send_resume(table)
    await bo.arrive()
    before = len(bo.messages)
    server.commit()
    assert not any(isinstance(message, Event | TableNow) for message in bo.messages[before:])
    await bo.resume(table)
    assert bo.sees_what_is(table)


async def test_only_who_is_at_a_table_can_take_it_up_again(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    epoch = ana.room(table).epoch
    assert await eve.refusal(Resume, table=table, epoch=epoch, last=0) == Code.NOT_AT_TABLE
    assert await eve.refusal(History, table=table) == Code.NOT_AT_TABLE


async def test_nothing_follows_after_a_table_is_closed_to_somebody(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    await ana.send_move(table)
    await bo.send(Join, table=table)
    await ana.send(Kick, table=table, seat=1)
    server.commit()
    closed = next(at for at, message in enumerate(bo.messages) if isinstance(message, Closed))
    assert not any(isinstance(message, Event | TableNow) for message in bo.messages[closed:])


async def test_coming_back_when_one_never_was_away_is_no_news(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    await bo.resume(table)
    assert ana.saw(LinkBack) == []


async def test_everything_that_happened_is_told_from_the_beginning(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    began = (await ana.ask(History, table=table)).history
    assert began == tuple(plain(ana.saw(GameBegan)))
    await play_on(table, [ana, bo])
    late = await FakeClient(server, "Eve").arrive()
    await late.watch(table)
    told = (await late.ask(History, table=table)).history
    assert told is not None
    of_the_game = (*AnyEvent.__args__, GameBegan, GameOver)
    assert list(late.mirrors[table].events(told)) == [
        one for one in ana.happened if isinstance(one, of_the_game)
    ]
    assert isinstance(told[-1], dict)
    assert told[-1]["is"] == "game_over"


async def test_before_any_game_there_is_nothing_to_tell(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana")
    assert await ana.refusal(History, table=table) == Code.NO_GAME


async def test_numbers_from_before_somebody_left_mean_nothing_afterwards(server: FakeServer) -> None:
    """As on two devices: one leaves and watches again, the other takes up where it was long ago."""
    table, clients = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await play_on(table, clients, moves=3)
    last = eve.mirrors[table].n
    await eve.leave(table)
    await play_on(table, clients, moves=2)
    await eve.watch(table)
    await play_on(table, clients, moves=4)
    for number in (last, last - 1):
        before = len(eve.messages)
        await eve.ask(Resume, table=table, epoch=eve.room(table).epoch, last=number)
        assert isinstance(eve.messages[before], TableNow)
    assert eve.sees_what_is(table)


async def test_one_player_on_two_links_hears_everything_once(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    old = bo.link
    await bo.come_back(table)
    sent = len(old.frames)
    await play_on(table, [ana, bo], moves=6)
    assert len(old.frames) == sent
    assert bo.sees_what_is(table)
