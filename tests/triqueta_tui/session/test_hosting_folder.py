"""`triqueta host` and `triqueta-server` of one person: one server in turn, two servers side by side."""

import pytest

from tests.triqueta_tui.session.visiting import StartServer, Visitor
from triqueta_protocol.internal.defaults import HOST_KEY_FILE
from triqueta_tui.paths import Paths
from triqueta_tui.session.hosting_folder import folder_of, share_host_key
from triqueta_tui.session.intents import GoBack, HostTable


async def test_in_turn_they_are_one_server(start: StartServer, paths: Paths, ana: Visitor) -> None:
    bo = Visitor(Paths.under(paths.config.parent / "bo"), "Bo")
    async with ana.carrying_out(HostTable("triqueta", port=0)) as hosting:
        port = hosting.session.link.address.port
        async with bo.visiting("127.0.0.1", port) as visit:
            before, table = visit.player, await visit.begin_game()
    await ana.hosting.stop()
    await start("service", "--data-dir", str(paths.server), port=port)
    async with bo.visiting("127.0.0.1", port) as visit:
        assert (visit.player, visit.seats, visit.standing) == (before, [table], "known")


async def test_side_by_side_they_are_two_servers(start: StartServer, paths: Paths, ana: Visitor) -> None:
    service = await start("service", "--data-dir", str(paths.server))
    async with ana.visiting("127.0.0.1", service.port) as visit:
        there = visit.session.link.protocol.server
    async with ana.carrying_out(HostTable("triqueta", port=0)) as visit:
        assert visit.session.link.protocol.server != there
        assert visit.standing == "new"
        await visit.begin_game()
    await ana.hosting.stop()
    await service.stop()
    seat = ana.memory.seats[0]
    async with ana.carrying_out(GoBack(seat)) as visit:
        assert seat.table in visit.session.link.feeds, "a game beside the other server is kept"
    await ana.hosting.stop()
    async with ana.carrying_out(HostTable("triqueta", port=0)) as visit:
        assert visit.session.link.protocol.server == there, "it is free now"
    await ana.hosting.stop()


def test_which_folder_is_whose(paths: Paths) -> None:
    assert folder_of(paths, 4455) == paths.server
    assert folder_of(paths, 4455, beside=True) == paths.hosted / "beside-4455"


@pytest.mark.parametrize("first", ["service", "host"])
def test_one_ssh_host_key_serves_both(paths: Paths, first: str) -> None:
    beside = paths.hosted / "beside-4455"
    source, target = (paths.server, beside) if first == "service" else (beside, paths.server)
    source.mkdir(parents=True)
    (source / HOST_KEY_FILE).write_bytes(b"a key")
    share_host_key(paths, beside)
    assert (target / HOST_KEY_FILE).read_bytes() == b"a key"
    assert (target / HOST_KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_two_ssh_host_keys_stay_as_they_are(paths: Paths) -> None:
    beside = paths.hosted / "4455"
    for folder in (beside, paths.server):
        folder.mkdir(parents=True)
        (folder / HOST_KEY_FILE).write_bytes(folder.name.encode())
    share_host_key(paths, beside)
    assert [(folder / HOST_KEY_FILE).read_bytes() for folder in (beside, paths.server)] == [
        b"4455",
        b"server",
    ]


def test_without_a_key_there_is_nothing_to_share(paths: Paths) -> None:
    share_host_key(paths, paths.hosted / "beside-0")
    assert not paths.data.exists()
