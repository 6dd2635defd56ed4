"""Watchers: let in or not, never told a secret, and forgotten when they stay away."""

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Event, TableNow
from triqueta_protocol.requests import Act, Ready, Resume, SitIn, Watch
from triqueta_protocol.table_events import CameToWatch, StoppedWatching
from triqueta_server.limits.declared import Limits


async def test_a_watcher_is_seen_by_everybody(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    assert ana.saw(CameToWatch) == [CameToWatch("Eve")]
    assert ana.room(table).watchers == eve.room(table).watchers == ("Eve",)
    await eve.watch(table)
    assert ana.saw(CameToWatch) == [CameToWatch("Eve")]
    await eve.leave(table)
    assert ana.saw(StoppedWatching) == [StoppedWatching("Eve")]
    assert ana.room(table).watchers == ()


async def test_a_watcher_sees_the_whole_game_and_nothing_of_a_hand(server: FakeServer) -> None:
    table, players = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await play_on(table, players)
    assert eve.public(table) == players[0].public(table)
    assert eve.mirrors[table].mine is None
    told = [message for message in eve.messages if isinstance(message, Event | TableNow)]
    assert told
    assert not any(message.mine for message in told)


async def test_a_watcher_only_watches(server: FakeServer) -> None:
    table, _ = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    assert await eve.refusal(Act, table=table, action={"do": "draw"}) == Code.NOT_SEATED
    assert await eve.refusal(SitIn, table=table, seat=0) == Code.NOT_SEATED
    waiting = await (await FakeClient(server, "Cy").arrive()).create()
    await eve.watch(waiting)
    assert await eve.refusal(Ready, table=waiting) == Code.NOT_SEATED


async def test_a_table_can_do_without_watchers(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", watchers=False)
    eve = await FakeClient(server, "Eve").arrive()
    assert await eve.refusal(Watch, table=table) == Code.NO_WATCHING
    await ana.ask(Watch, table=table)  # one's own seat can always be looked from


async def test_a_table_has_room_for_so_many_watchers() -> None:
    server = FakeServer(Limits(watchers_per_table=1))
    table, _ = await seated(server, "Ana")
    eve, fay = [await FakeClient(server, name).arrive() for name in ("Eve", "Fay")]
    await eve.watch(table)
    assert await fay.refusal(Watch, table=table) == Code.TABLE_FULL
    await eve.leave(table)
    await fay.watch(table)


async def test_a_watcher_who_stays_away_is_forgotten_after_the_grace() -> None:
    server = FakeServer(Limits(grace=60.0))
    table, [ana] = await seated(server, "Ana")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    eve.vanish()
    server.advance(59.0)
    assert ana.room(table).watchers == ("Eve",)
    server.advance(1.0)
    assert ana.saw(StoppedWatching) == [StoppedWatching("Eve")]
    await eve.arrive()
    assert await eve.refusal(Resume, table=table, epoch=ana.room(table).epoch, last=0) == Code.NOT_AT_TABLE


async def test_a_watcher_who_was_back_in_between_gets_the_whole_grace_again() -> None:
    server = FakeServer(Limits(grace=60.0))
    table, [ana] = await seated(server, "Ana")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    eve.vanish()
    server.advance(50.0)
    await eve.come_back(table)
    eve.vanish()
    server.advance(50.0)
    assert ana.room(table).watchers == ("Eve",)
    server.advance(10.0)
    assert ana.room(table).watchers == ()


async def test_a_watcher_whose_second_link_breaks_before_it_resumes_is_forgotten_too() -> None:
    server = FakeServer(Limits(grace=60.0))
    table, [ana] = await seated(server, "Ana")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await eve.arrive()
    eve.vanish()
    server.advance(60.0)
    assert ana.room(table).watchers == ()
