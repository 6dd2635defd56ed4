"""The host's access: a password at any time, nobody new, and watchers sent away."""

import pytest

from tests.server.tables.fake_client import FakeClient, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted
from triqueta_protocol.requests import Configure, Join, KickWatcher, Lobby, Lock, Watch
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import AccessChanged, StoppedWatching

ELSEWHERE = "203.0.113.9"


async def newcomer(server: FakeServer, name: str, origin: str = ELSEWHERE) -> FakeClient:
    return await FakeClient(server, name, origin).arrive()


@pytest.mark.parametrize("running", [False, True], ids=["waiting", "playing"])
async def test_a_password_is_set_changed_and_removed_at_any_time(running: bool) -> None:
    server = FakeServer()
    table, [ana, _bo] = await (playing if running else seated)(server, "Ana", "Bo")
    eve = await newcomer(server, "Eve")
    await ana.ask(Lock, table=table, password="sesame")
    assert ana.room(table).locked
    assert [(one.locked, one.nobody_new) for one in ana.saw(AccessChanged)] == [(True, False)]
    assert await eve.refusal(Watch, table=table) == Code.WRONG_PASSWORD
    await ana.ask(Lock, table=table, password="open")
    assert await eve.refusal(Watch, table=table, password="sesame") == Code.WRONG_PASSWORD
    await ana.ask(Lock, table=table, password=None)
    assert not ana.room(table).locked
    await eve.watch(table)


async def test_nobody_new_means_nobody_new() -> None:
    server = FakeServer()
    table, [ana, bo] = await playing(server, "Ana", "Bo", password="sesame")
    cy = await newcomer(server, "Cy")
    await cy.ask(Watch, table=table, password="sesame")
    await ana.ask(Lock, table=table, nobody_new=True)
    assert ana.room(table).nobody_new
    assert ana.room(table).locked, "what is left out stays as it is"
    eve = await newcomer(server, "Eve")
    assert await eve.refusal(Watch, table=table, password="sesame") == Code.NOBODY_NEW
    # Whoever is here stays, and whoever owns a seat comes back.
    await cy.come_back(table)
    await bo.arrive()
    await bo.join(table)
    await ana.ask(Lock, table=table, nobody_new=False)
    await eve.ask(Watch, table=table, password="sesame")


async def test_closed_access_shows_in_the_list_of_tables() -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana")
    eve = await newcomer(server, "Eve")
    await eve.ask(Lobby)
    await ana.ask(Lock, table=table, nobody_new=True)
    assert eve.lobby[table].nobody_new


async def test_a_watcher_of_a_closed_table_may_sit_down() -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana")
    bo = await newcomer(server, "Bo")
    await bo.watch(table)
    await ana.ask(Lock, table=table, nobody_new=True, password="sesame")
    await bo.join(table)


async def test_only_the_host_changes_access() -> None:
    server = FakeServer()
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    eve = await newcomer(server, "Eve")
    await eve.watch(table)
    assert await bo.refusal(Lock, table=table, nobody_new=True) == Code.NOT_HOST
    assert await bo.refusal(KickWatcher, table=table, name="Eve") == Code.NOT_HOST
    assert await ana.refusal(KickWatcher, table=table, name="Bo") == Code.NOT_A_WATCHER


@pytest.mark.parametrize("kind", [Watch, Join])
async def test_a_watcher_is_sent_away_for_good(kind: type[Watch] | type[Join]) -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana")
    eve, cy = await newcomer(server, "Eve"), await newcomer(server, "Cy", "198.51.100.7")
    await eve.watch(table)
    await cy.watch(table)
    await ana.ask(KickWatcher, table=table, name="Eve", address=True)
    assert eve.closed == {table: Code.KICKED}
    assert ana.room(table).watchers == ("Cy",)
    assert [(one.name, one.kicked) for one in ana.saw(StoppedWatching)] == [("Eve", True)]
    assert await eve.refusal(kind, table=table) == Code.KICKED
    again = await newcomer(server, "Eve again")
    assert await again.refusal(kind, table=table) == Code.KICKED


async def test_access_is_as_the_host_left_it_after_a_crash() -> None:
    server = FakeServer()
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    eve = await newcomer(server, "Eve")
    await eve.watch(table)
    await ana.ask(KickWatcher, table=table, name="Eve")
    await ana.ask(Lock, table=table, password="sesame", nobody_new=True)
    after = server.restarted()
    await ana.arrive(after)
    await ana.join(table)
    assert (ana.room(table).locked, ana.room(table).nobody_new) == (True, True)
    await ana.ask(Lock, table=table, nobody_new=False)
    await eve.arrive(after)
    assert await eve.refusal(Watch, table=table, password="sesame") == Code.KICKED
    cy = await newcomer(after, "Cy", "198.51.100.7")
    assert await cy.refusal(Watch, table=table) == Code.WRONG_PASSWORD
    await cy.ask(Watch, table=table, password="sesame")


async def test_access_closed_before_the_game_stays_closed_over_a_crash() -> None:
    server = FakeServer()
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    await ana.ask(Lock, table=table, nobody_new=True)
    await bo.ready(table)
    await ana.start(table)
    after = server.restarted()
    eve = await newcomer(after, "Eve")
    assert await eve.refusal(Watch, table=table) == Code.NOBODY_NEW


async def test_nobody_hears_of_access_that_is_not_stored() -> None:
    server = FakeServer()
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    server.journal.hanging = True
    request = await ana.send(Lock, table=table, nobody_new=True)
    assert ana.answer(request) is None
    assert bo.saw(AccessChanged) == []
    server.commit()
    assert isinstance(ana.answer(request), Accepted)
    assert len(bo.saw(AccessChanged)) == 1


async def test_a_listed_table_that_becomes_private_keeps_its_code() -> None:
    server = FakeServer()
    table, [ana] = await seated(server, "Ana", seats=4)
    eve = await newcomer(server, "Eve")
    await eve.ask(Lobby)
    await ana.ask(Configure, table=table, settings=TableSettings(private=True))
    assert eve.lobby == {}
    cy = await newcomer(server, "Cy")
    assert (await cy.ask(Join, table=table.lower())).table == table
    await (await newcomer(server, "Vi")).watch(table)
