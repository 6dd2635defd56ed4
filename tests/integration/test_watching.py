"""Watchers over real sockets: who may look, what they see, and coming back to it."""

import pytest

from tests.integration.choosers import eager
from tests.integration.conftest import Connect, StartServer
from tests.integration.games import begin, on_turn, play_out, watch
from tests.scripted import RejectedError, ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Join, Leave, Lobby, Resume, Watch
from triqueta_protocol.table_events import CameToWatch, StoppedWatching


async def test_a_private_table_is_not_listed_but_found_by_its_code(
    shared_server: ServerProcess, connect: Connect
) -> None:
    ana, bo, eve = [await connect(shared_server, name) for name in ("Ana", "Bo", "Eve")]
    await eve.ask(Lobby(id=eve.next_id()))
    secret = await begin(ana, bo, settings={"private": True})
    public = await ana.create()
    await eve.until(lambda: public in eve.lobby)
    assert secret not in eve.lobby
    await eve.ask(Watch(id=eve.next_id(), table=secret.lower()))  # as somebody types it
    await eve.until(lambda: secret in eve.mirrors)
    await play_out(secret, ana, bo)
    await eve.until(lambda: eve.is_over(secret))
    assert eve.public(secret) == ana.public(secret)
    assert secret not in eve.lobby


async def test_a_locked_table_is_listed_and_opens_with_its_password(
    shared_server: ServerProcess, connect: Connect
) -> None:
    ana, bo, eve = [await connect(shared_server, name) for name in ("Ana", "Bo", "Eve")]
    table = await begin(ana, bo, password="xyzzy")
    await eve.ask(Lobby(id=eve.next_id()))
    await eve.until(lambda: table in eve.lobby)
    assert eve.lobby[table].locked
    for wrong in (None, "", "plugh", "XYZZY"):
        with pytest.raises(RejectedError) as caught:
            await eve.ask(Watch(id=eve.next_id(), table=table, password=wrong))
        assert caught.value.code == Code.WRONG_PASSWORD
    assert table not in eve.mirrors
    await watch(eve, table, "xyzzy")
    await play_out(table, ana, bo)
    await eve.until(lambda: eve.is_over(table))
    everything = b"".join(ana.frames + bo.frames + eve.frames)
    assert b"xyzzy" not in everything, "the password is told to nobody"


async def test_a_watcher_sees_the_game_and_no_secret(shared_server: ServerProcess, connect: Connect) -> None:
    ana, bo, eve = [await connect(shared_server, name) for name in ("Ana", "Bo", "Eve")]
    table = await begin(ana, bo)
    await watch(eve, table)
    await ana.until(lambda: CameToWatch(eve.welcome.name) in ana.happened)
    await play_out(table, ana, bo, choose=eager(5))
    await eve.until(lambda: eve.is_over(table))
    assert eve.public(table) == ana.public(table)
    assert eve.mirrors[table].mine is None
    assert all(b"\xa4mine" not in frame for frame in eve.frames)
    with pytest.raises(RejectedError) as caught:
        await eve.ask(Join(id=eve.next_id(), table=table))
    assert caught.value.code == Code.GAME_OVER
    await eve.ask(Leave(id=eve.next_id(), table=table))
    await ana.until(lambda: StoppedWatching(eve.welcome.name) in ana.happened)


async def test_a_watcher_resumes_where_the_link_was_lost(start_server: StartServer, connect: Connect) -> None:
    server = await start_server("--max-rate", "5000")
    ana, bo, eve = [await connect(server, name) for name in ("Ana", "Bo", "Eve")]
    table = await begin(ana, bo)
    await watch(eve, table)
    await eve.vanish()
    mirror = eve.mirrors[table]
    for _ in range(4):
        mover = await on_turn(table, ana, bo)
        n = mover.mirrors[table].n
        await mover.act(table, mover.mine(table).choices[0].action)
        await mover.until(lambda mover=mover, n=n: mover.mirrors[table].n > n)  # type: ignore[misc]
    back = await connect(server, "Eve", token=eve.token)
    back.mirrors[table] = mirror
    await back.ask(Resume(id=back.next_id(), table=table, epoch=mirror.room.epoch, last=mirror.n))
    await back.until(lambda: bool(back.numbers))
    assert back.numbers[0] == (table, mirror.n - len(back.numbers) + 1), "events, and no fresh view"
    await play_out(table, ana, bo)
    await back.until(lambda: back.is_over(table))
    assert back.public(table) == ana.public(table)
    assert_no_gaps(back)


async def test_a_watcher_who_missed_too_much_gets_a_fresh_view(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server("--max-rate", "5000")
    ana, bo, eve = [await connect(server, name) for name in ("Ana", "Bo", "Eve")]
    table = await begin(ana, bo)
    await watch(eve, table)
    await eve.vanish()
    mirror = eve.mirrors[table]
    await play_out(table, ana, bo, choose=eager(2))
    back = await connect(server, "Eve", token=eve.token)
    await back.ask(Resume(id=back.next_id(), table=table, epoch=mirror.room.epoch, last=mirror.n))
    await back.until(lambda: table in back.mirrors)
    assert back.public(table) == ana.public(table)


def assert_no_gaps(client: ScriptedClient) -> None:
    numbers = [n for _, n in client.numbers]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
