"""A server is itself wherever it lives: there its people are known, and a stranger gets nothing of theirs."""

import shutil
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.triqueta_tui.driving import driving, make_app
from tests.triqueta_tui.session.visiting import StartServer, Visitor
from triqueta_protocol.errors import Code
from triqueta_tui.paths import Paths
from triqueta_tui.screens.lobby import Lobby
from triqueta_tui.screens.questions import Password
from triqueta_tui.session.address import Address
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.events import Welcomed
from triqueta_tui.session.intents import GoBack, GoTo, HostTable
from triqueta_tui.session.known_servers import HOSTED

EVERYWHERE = ("--host", "0.0.0.0")


async def test_under_another_address_it_knows_its_people(start: StartServer, ana: Visitor) -> None:
    server = await start("server", *EVERYWHERE)
    async with ana.visiting("127.0.0.1", server.port) as visit:
        before, table = visit.player, await visit.begin_game()
        assert visit.standing == "new"
    async with ana.visiting("127.0.0.2", server.port) as visit:
        assert (visit.player, visit.seats, visit.standing) == (before, [table], "known")


async def test_by_ipv6_instead_of_ipv4_it_knows_its_people(start: StartServer, ana: Visitor) -> None:
    port = free_port()
    await start("server", "--host", "", port=port)
    async with ana.visiting("127.0.0.1", port) as visit:
        before, table = visit.player, await visit.begin_game()
    async with ana.visiting("::1", port) as visit:
        assert (visit.player, visit.seats, visit.standing) == (before, [table], "known")


async def test_reinstalled_elsewhere_with_its_data_it_knows_its_people(
    start: StartServer, tmp_path: Path, ana: Visitor
) -> None:
    server = await start("old machine")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        before, table = visit.player, await visit.begin_game()
    await server.stop()
    shutil.copytree(tmp_path / "old machine" / "data", tmp_path / "new machine" / "data")
    moved = await start("new machine", *EVERYWHERE)
    assert moved.port != server.port
    async with ana.visiting("127.0.0.2", moved.port) as visit:
        assert (visit.player, visit.seats, visit.standing) == (before, [table], "known")


async def test_two_servers_in_turn_at_one_address_are_two_servers(start: StartServer, ana: Visitor) -> None:
    port = free_port()
    first = await start("first", port=port)
    async with ana.visiting("127.0.0.1", port) as visit:
        before, table = visit.player, await visit.begin_game()
    await first.stop()
    second = await start("second", port=port)
    async with ana.visiting("127.0.0.1", port) as visit:
        assert visit.standing == "another"
        assert (visit.player != before, visit.seats) == (True, [])
        there = visit.player
    await second.stop()
    first = await start("first", port=port)
    async with ana.visiting("127.0.0.1", port) as visit:
        assert (visit.player, visit.seats) == (before, [table])
        assert visit.standing == "known"
    assert there != before


async def test_the_own_server_picked_from_the_network_knows_its_host(ana: Visitor) -> None:
    async with ana.carrying_out(HostTable("triqueta", port=0)) as visit:
        before, table = visit.player, await visit.begin_game()
        port = visit.session.link.address.port
    async with ana.visiting("127.0.0.1", port) as visit:
        assert (visit.player, visit.standing) == (before, "known")
        assert table in visit.seats
    seat = ana.memory.seats[0]
    assert seat.server.startswith(HOSTED), "the way back is to start the own server, not to look for it"
    await ana.hosting.stop()


async def test_a_seat_is_not_looked_for_at_another_server(start: StartServer, ana: Visitor) -> None:
    port = free_port()
    first = await start("first", port=port)
    async with ana.visiting("127.0.0.1", port) as visit:
        await visit.begin_game()
    await first.stop()
    second = await start("second", port=port)
    seat = ana.memory.seats[0]
    with pytest.raises(LinkGoneError, match="another_server"):
        async with ana.carrying_out(GoBack(seat)):
            pass
    assert ana.memory.seats == [seat], "it still waits, elsewhere"
    assert "Ana" not in second.log(), "the other one was told nothing"


async def test_the_way_back_follows_a_server_that_has_moved(start: StartServer, ana: Visitor) -> None:
    server = await start("server", *EVERYWHERE)
    async with ana.visiting("127.0.0.1", server.port) as visit:
        await visit.begin_game()
    async with ana.visiting("127.0.0.2", server.port):
        pass
    seat = ana.memory.seats[0]
    assert seat.server == f"127.0.0.2:{server.port}"
    async with ana.carrying_out(GoBack(seat)) as visit:
        assert seat.table in visit.session.link.feeds


async def test_who_one_has_become_on_the_way_is_remembered_too(start: StartServer, ana: Visitor) -> None:
    """A server that was killed forgets whoever had no seat; the link comes back as somebody new."""
    server = await start("server")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        before, heard = visit.player, len(visit.ear.events)
        await server.kill()
        server = await start("server", port=server.port)
        await visit.ear.hears(Welcomed, after=heard)
        after = visit.player
        assert after != before
    async with ana.visiting("127.0.0.1", server.port) as visit:
        assert visit.player == after


async def test_a_friend_reads_that_the_server_is_new_and_only_once(start: StartServer, paths: Paths) -> None:
    server = await start("server")
    said: list[str] = []
    for visit in (1, 2):
        async with driving(make_app(paths, intent=GoTo(Address("127.0.0.1", server.port)))) as driver:
            await driver.shown(Lobby)
            said += [one for one in driver.notices if "first visit" in one]
            assert len(said) == 1, f"at visit {visit}"
    (line,) = [line for line in server.log().splitlines() if "server key read fingerprint=" in line]
    assert line.rpartition("=")[2] in said[0], "the host can compare"


async def test_whoever_is_met_at_a_known_address_is_told_apart_before_a_password_is_typed(
    start: StartServer, paths: Paths
) -> None:
    port = free_port()
    first = await start("first", port=port)
    async with Visitor(paths).visiting("127.0.0.1", port):
        pass
    await first.stop()
    await start("second", port=port, password="acorn")
    async with driving(make_app(paths, intent=GoTo(Address("127.0.0.1", port)))) as driver:
        await driver.shown(Password)
        assert any(
            f"A different server than before answers at 127.0.0.1:{port}" in one for one in driver.notices
        )


async def test_without_the_identity_the_name_would_be_taken(start: StartServer, ana: Visitor) -> None:
    """What the tests above would end in."""
    server = await start("server")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        await visit.begin_game()
    ana.paths.identity.unlink()
    ana = Visitor(ana.paths)
    with pytest.raises(LinkGoneError, match=Code.NAME_TAKEN):
        async with ana.visiting("127.0.0.1", server.port):
            pass
