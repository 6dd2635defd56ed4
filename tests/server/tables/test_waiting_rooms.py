"""A table that waits for players is there again after a restart of the server."""

from typing import Any

from tests.server.tables.fake_client import FakeClient, play_on, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted, Room
from triqueta_protocol.requests import (
    Chat,
    Configure,
    Create,
    ForgetMe,
    Join,
    Kick,
    KickWatcher,
    Lobby,
    Lock,
    Ready,
    Rematch,
    RemoveBot,
)
from triqueta_protocol.settings import ClockRule, TableSettings


def lasting(room: Room) -> dict[str, Any]:
    """What a waiting room must still know after a restart: not who is there and ready."""
    fields: dict[str, Any] = plain(room)
    for passing in ("epoch", "away", "watchers", "finished", "shuffle", "clocks"):
        fields.pop(passing)
    for seat in fields["seats"]:
        seat.pop("ready", None)
        seat.pop("present", None)
    return fields


async def a_full_room(server: FakeServer) -> tuple[str, list[FakeClient]]:
    ana, bo, cy, eve = [await FakeClient(server, name).arrive() for name in ("Ana", "Bo", "Cy", "Eve")]
    settings = {"clock": ClockRule(20, 40), "private": True, "substitute": "never"}
    table = await ana.create(4, game="triche", options={"target": 30}, password="sesame", **settings)
    for client in (bo, cy):
        await client.join(table, "sesame")
    await ana.add_bot(table, "hard")
    await ana.ask(Kick, table=table, seat=2)
    await eve.watch(table, "sesame")
    await ana.ask(KickWatcher, table=table, name="Eve")
    await bo.ready(table)
    return table, [ana, bo, cy, eve]


async def test_a_restart_keeps_code_seats_settings_and_access(server: FakeServer) -> None:
    table, [ana, bo, cy, eve] = await a_full_room(server)
    before = lasting(ana.room(table))
    after = server.restarted()
    for client in (ana, bo):
        await client.arrive(after)
        assert [seat.table for seat in client.welcome.seats] == [table]
        await client.resume(table)
    assert lasting(ana.room(table)) == before
    for client in (cy, eve):
        await client.arrive(after)
        assert await client.refusal(Join, table=table, password="sesame") == Code.KICKED
    dan = await FakeClient(after, "Dan").arrive()
    assert await dan.refusal(Join, table=table, password="wrong") == Code.WRONG_PASSWORD
    after.advance(5.0)
    await dan.join(table, "sesame")
    for client in (bo, dan):
        await client.ready(table)
    await ana.start(table)
    assert ana.room(table).status == "playing"
    assert after.journal.rooms == {}


async def test_each_change_is_kept(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", seats=4)
    cy = await FakeClient(server, "Cy").arrive()

    async def same_after_a_restart() -> None:
        watching = await FakeClient(server.restarted(), "Eve").arrive()
        await watching.ask(Lobby)
        there = server.restarted().table(table)
        assert lasting(there.room()) == lasting(server.table(table).room())

    await same_after_a_restart()
    await ana.add_bot(table, "easy")
    await same_after_a_restart()
    await ana.ask(RemoveBot, table=table, seat=2)
    await same_after_a_restart()
    await cy.join(table)
    await same_after_a_restart()
    await bo.leave(table)
    await same_after_a_restart()
    await ana.ask(Configure, table=table, game="tripitz", settings=TableSettings(seats=3, private=True))
    await same_after_a_restart()
    await ana.ask(Lock, table=table, password="sesame", nobody_new=True)
    await same_after_a_restart()
    await ana.leave(table)
    assert server.table(table).host is cy.player
    await same_after_a_restart()
    await cy.leave(table)
    assert server.journal.rooms == {}
    assert server.restarted().lobby.tables == {}


async def test_between_two_games_the_table_waits_for_the_next(server: FakeServer) -> None:
    table, clients = await seated(server, "Ana", "Bo")
    ana, bo = clients
    await ana.start(table)
    await play_on(table, clients)
    await ana.ask(Rematch, table=table)
    before = lasting(ana.room(table))
    after = server.restarted()
    for client in clients:
        await client.arrive(after)
        await client.resume(table)
    assert lasting(bo.room(table)) == before
    await bo.ready(table)
    await ana.start(table)
    assert ana.room(table).games == 2


async def test_nobody_hears_of_a_room_before_it_is_stored(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    server.journal.hanging = True
    request = await ana.send(Create, seats=2)
    assert ana.answer(request) is None
    assert server.restarted().lobby.tables == {}
    server.commit()
    answer = ana.answer(request)
    assert isinstance(answer, Accepted)
    assert answer.table in server.restarted().lobby.tables


async def test_what_does_not_last_is_not_written(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    written = len(server.journal.committed)
    await bo.ask(Ready, table=table, ready=False)
    await ana.ask(Chat, table=table, text="hello")
    bo.vanish()
    assert len(server.journal.committed) == written


async def test_people_meet_while_nothing_can_be_stored(server: FakeServer) -> None:
    ana, bo = [await FakeClient(server, name).arrive() for name in ("Ana", "Bo")]
    server.fill_disk()
    table = await ana.create(2)
    await bo.join(table)
    assert server.journal.rooms == {}
    server.free_disk()
    assert set(server.journal.rooms) == {table}
    assert lasting(server.restarted().table(table).room()) == lasting(ana.room(table))


async def test_a_room_that_nobody_returns_to_is_closed(server: FakeServer) -> None:
    _table, [ana] = await seated(server, "Ana")
    after = server.restarted()
    after.advance(after.services.limits.close_after)
    assert after.lobby.tables == {}
    assert after.journal.rooms == {}
    await ana.arrive(after)
    assert ana.welcome.seats == ()


async def test_a_player_who_is_deleted_is_in_no_room(server: FakeServer) -> None:
    table, [ana, bo, cy] = await seated(server, "Ana", "Bo", "Cy")
    await ana.ask(Kick, table=table, seat=1)
    await bo.ask(ForgetMe)
    await cy.ask(ForgetMe)
    [room] = server.journal.rooms.values()
    for gone in (bo, cy):
        assert gone.player.id.encode() not in room.setup
        assert gone.name.encode() not in room.setup
    assert ana.player.id.encode() in room.setup


async def test_a_room_that_cannot_be_rebuilt_is_left_out(server: FakeServer) -> None:
    table, [_ana] = await seated(server, "Ana")
    after = FakeServer()
    after.services.rules = {}
    assert after.lobby.restore_room(server.journal.rooms[table]) is None
    assert after.lobby.tables == {}
