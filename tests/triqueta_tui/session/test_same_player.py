"""A player stays the same player, or becomes another one on purpose: over real servers."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.integration.games import begin, play_out
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.triqueta_tui.session.visiting import StartServer, Visit, Visitor
from triqueta_protocol.archive import LeaderboardFound, RatedPlayer
from triqueta_protocol.requests import ForgetMe, Leaderboard
from triqueta_server.cli import main as server_main
from triqueta_tui.cli import main
from triqueta_tui.paths import Paths
from triqueta_tui.session.intents import GoBack, PlayNow


class Standing(NamedTuple):
    """What a player has at a server."""

    player: str | None
    seats: list[str]
    rating: RatedPlayer


async def play_rated(server: ServerProcess, ana: Visitor) -> None:
    """A rated game to its end, and another one that is not finished, against somebody with a token."""
    mine = await ScriptedClient.connect(server.url, ana.name, key=ana.keys.key)
    other = await ScriptedClient.connect(server.url, "Bo")
    table = await begin(mine, other, rated=True, settings={"clock": {"turn": 60}})
    await play_out(table, mine, other)
    await begin(mine, other)
    for client in (mine, other):
        await client.close()


async def standing(visit: Visit) -> Standing:
    found = await visit.session.find(Leaderboard, game="triqueta", seats_class="2")
    assert isinstance(found, LeaderboardFound)
    (line,) = [line for line in found.lines if line.you]
    return Standing(visit.player, visit.seats, line)


@asynccontextmanager
async def known(ana: Visitor, server: ServerProcess) -> AsyncIterator[tuple[Visit, Standing]]:
    async with ana.visiting("127.0.0.1", server.port) as visit:
        yield visit, await standing(visit)


async def test_a_rename_keeps_player_rating_and_seat(start: StartServer, ana: Visitor) -> None:
    server = await start("server")
    await play_rated(server, ana)
    async with known(ana, server) as (_, before):
        assert before.seats
        assert before.rating.games == 1
    ana.name = "Anabel"
    async with known(ana, server) as (visit, after):
        assert visit.session.link.protocol.name == "Anabel"
        assert (after.player, after.seats) == (before.player, before.seats)
        assert (after.rating.rating, after.rating.games) == (before.rating.rating, 1)


async def test_a_deleted_player_who_returns_is_somebody_new(start: StartServer, ana: Visitor) -> None:
    server = await start("server")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        before, identity = visit.player, visit.session.link.protocol.server
        assert identity is not None
        old = ana.keys.key(identity)
        await visit.session.ask(ForgetMe)
        visit.session.forgotten()
    async with ana.visiting("127.0.0.1", server.port) as visit:
        after = visit.player
        assert after != before
        assert ana.keys.key(identity).public != old.public
    with_old_key = await ScriptedClient.connect(server.url, "Nobody", key=lambda _: old)
    assert with_old_key.welcome.player not in {before, after}
    await with_old_key.close()


async def test_two_people_at_one_keyboard_are_two_players_each_time(ana: Visitor) -> None:
    async with ana.carrying_out(PlayNow("triqueta", (), people=("Bo",))) as visit:
        (table,) = visit.session.link.feeds
        before = players(visit)
        assert len(set(before)) == 2
        visit.session.note(visit.session.link.feeds[table])
    seat = ana.memory.seats[0]
    async with ana.carrying_out(GoBack(seat)) as visit:
        assert players(visit) == before
        assert [one.player for one in visit.session.link.feeds[table].room.seats] == before


def players(visit: Visit) -> list[str | None]:
    """Who they are, the owner of the terminal first."""
    hot_seat = visit.session.hot_seat
    assert hot_seat is not None
    return [visit.player, *(guest.protocol.player for guest in hot_seat.guests)]


async def test_an_identity_moves_to_another_machine(
    start: StartServer, ana: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, file = await start("server"), str(tmp_path / "me")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        before, table = visit.player, await visit.begin_game()
    second = Paths.under(tmp_path / "second machine")
    for paths, action in ((ana.paths, "export"), (second, "import")):
        monkeypatch.setattr(Paths, "of_this_machine", lambda paths=paths: paths)
        assert main(["identity", action, file]) == 0
    async with Visitor(second).visiting("127.0.0.1", server.port) as visit:
        assert (visit.player, visit.seats) == (before, [table])


async def test_a_server_restored_on_an_empty_machine_is_the_same_server(
    start: StartServer, ana: Visitor, tmp_path: Path
) -> None:
    server, file = await start("old machine"), str(tmp_path / "backup.tar")
    await play_rated(server, ana)
    async with known(ana, server) as (_, before):
        assert before.seats
    old, new = (tmp_path / name for name in ("old machine", "new machine"))
    copied = ["backup", file, "--data-dir", str(old / "data")]
    assert await asyncio.to_thread(server_main, copied) == 0, "while the server runs"
    await server.kill()
    shutil.rmtree(old)
    restored = ["restore", file, "--data-dir", str(new / "data")]
    assert await asyncio.to_thread(server_main, restored) == 0
    server = await start("new machine")
    async with known(ana, server) as (visit, after):
        assert after == before
        assert visit.standing == "known", "at another address"
