"""The one table of handlers: every request has an entry, and what an entry needs is checked before it."""

from collections.abc import Callable

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.samples import a_request
from triqueta_protocol import requests
from triqueta_protocol.errors import Code
from triqueta_server.dispatch import HANDLERS, Scope

AT_A_TABLE = [kind for kind, handler in HANDLERS.items() if issubclass(kind, requests.TableRequest)]


def kinds(fits: Callable[[type], bool]) -> list[type]:
    return [kind for kind in AT_A_TABLE if fits(kind)]


def test_every_request_has_a_handler_of_its_scope() -> None:
    assert HANDLERS.keys() == set(requests.AnyRequest.__args__)
    for kind, handler in HANDLERS.items():
        assert handler.scope is not Scope.ARCHIVE or issubclass(kind, requests.ArchiveRequest)
        if issubclass(kind, requests.TableRequest):
            assert handler.scope is Scope.TABLE


@pytest.mark.parametrize("kind", kinds(lambda kind: HANDLERS[kind].who == "host"))
async def test_the_hosts_requests_are_refused_to_a_player(server: FakeServer, kind: type) -> None:
    table, [_ana, bo] = await seated(server, "Ana", "Bo")
    assert await bo.refusal(kind, **a_request(kind, table)) == Code.NOT_HOST


@pytest.mark.parametrize("kind", kinds(lambda kind: HANDLERS[kind].who == "seat"))
async def test_requests_from_a_seat_are_refused_to_a_watcher(server: FakeServer, kind: type) -> None:
    table, _ = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    assert await eve.refusal(kind, **a_request(kind, table)) == Code.NOT_SEATED


@pytest.mark.parametrize("kind", kinds(lambda kind: HANDLERS[kind].status is not None))
async def test_requests_that_need_another_status_are_refused(server: FakeServer, kind: type) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    needed = HANDLERS[kind].status
    if needed != "waiting":
        assert await ana.refusal(kind, **a_request(kind, table)) == Code.NO_GAME
    await ana.start(table)
    if needed != "playing":
        assert await ana.refusal(kind, **a_request(kind, table)) == Code.GAME_RUNNING
    await play_on(table, [ana, bo])
    if needed != "over":
        assert await ana.refusal(kind, **a_request(kind, table)) == Code.GAME_OVER


@pytest.mark.parametrize("kind", kinds(lambda kind: HANDLERS[kind].store))
async def test_requests_that_write_are_refused_while_the_disk_is_full(server: FakeServer, kind: type) -> None:
    status = HANDLERS[kind].status
    table, [ana, _bo] = await (seated if status == "waiting" else playing)(server, "Ana", "Bo")
    server.fill_disk()
    assert await ana.refusal(kind, **a_request(kind, table)) == Code.PAUSED
