"""A player's tables, as servers tell of them while the player is at none."""

from pathlib import Path

import pytest

from tests.integration.choosers import hasty
from tests.integration.games import begin, on_turn, play_out
from tests.ports import free_port
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.triqueta_tui.driving import driving, make_app
from tests.triqueta_tui.session.visiting import StartServer, Visitor
from triqueta_protocol.requests import Leave
from triqueta_tui.screens.home import Home
from triqueta_tui.session.error_words import SEAT_GONE, LinkGoneError
from triqueta_tui.session.intents import GoBack
from triqueta_tui.session.opening import GameEndedError
from triqueta_tui.session.own_tables import WaitingSeat
from triqueta_tui.session.server_tables import ask_servers
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen


class Evening:
    """A game of Ana, who goes away, and Bo."""

    def __init__(self, server: ServerProcess, ana: Visitor, table: str, *players: ScriptedClient) -> None:
        self.server = server
        self.ana = ana
        self.table = table
        self.players = players

    @classmethod
    async def begin(cls, server: ServerProcess, ana: Visitor) -> "Evening":
        mine = await ScriptedClient.connect(server.url, ana.name, key=ana.keys.key)
        other = await ScriptedClient.connect(server.url, "Bo")
        table = await begin(mine, other, settings={"substitute": "never"}, options={"start": 0})
        async with ana.visiting("127.0.0.1", server.port) as visit:
            await visit.session.refresh_tables()
        return cls(server, ana, table, mine, other)

    async def ask(self) -> list[WaitingSeat]:
        await ask_servers(self.ana.memory, self.ana.keys, self.ana.name, self.ana.paths)
        return self.ana.memory.seats

    async def close(self) -> None:
        for player in self.players:
            await player.close()


@pytest.fixture
async def evening(start: StartServer, ana: Visitor) -> Evening:
    return await Evening.begin(await start("server"), ana)


async def test_a_server_says_whose_turn_it_is(evening: Evening) -> None:
    mine, _ = evening.players
    [seat] = await evening.ask()
    assert (seat.table, seat.names, seat.others, seat.status) == (
        evening.table,
        ("Ana", "Bo"),
        ["Bo"],
        "playing",
    )
    assert (seat.yours, seat.awaited) == (True, ["Ana"])
    while await on_turn(evening.table, *evening.players) is mine:
        await mine.act(evening.table, hasty(mine.public(evening.table), mine.mine(evening.table)))
    [seat] = await evening.ask()
    assert (seat.yours, seat.awaited) == (False, ["Bo"])
    assert seat.since is not None
    await evening.close()


async def test_whose_turn_it_was_is_known_after_a_crash(start: StartServer, evening: Evening) -> None:
    mine, _ = evening.players
    while await on_turn(evening.table, *evening.players) is mine:
        await mine.act(evening.table, hasty(mine.public(evening.table), mine.mine(evening.table)))
    await evening.close()
    await evening.server.kill()
    await start("server", port=evening.server.port)
    [seat] = await evening.ask()
    assert (seat.yours, seat.awaited) == (False, ["Bo"])


async def test_a_game_that_has_ended_meanwhile_shows_its_result_once(evening: Evening) -> None:
    mine, other = evening.players
    [seat] = await evening.ask()
    await mine.close()
    # Ana does not see the end: Bo's bot plays for her.
    ana = await ScriptedClient.connect(evening.server.url, "Ana", key=evening.ana.keys.key)
    await ana.ask(Leave(id=ana.next_id(), table=evening.table))
    await ana.close()
    await other.play(evening.table, hasty)
    await other.close()
    with pytest.raises(GameEndedError) as ended:
        async with evening.ana.carrying_out(GoBack(seat)):
            pass
    assert (ended.value.result.game, ended.value.result.names) == ("triqueta", ("Ana", "Bo"))
    assert evening.ana.memory.seats == []
    [result] = evening.ana.memory.results
    async with evening.ana.visiting("127.0.0.1", evening.server.port) as visit:
        await visit.session.refresh_tables(seen=(result.id,))
    assert (await evening.ask(), evening.ana.memory.results) == ([], [])


async def test_a_table_that_is_gone_is_forgotten(evening: Evening) -> None:
    [seat] = await evening.ask()
    await play_out(evening.table, *evening.players)
    assert await evening.ask() == []
    with pytest.raises(LinkGoneError, match=SEAT_GONE):
        async with evening.ana.carrying_out(GoBack(seat)):
            pass
    await evening.close()


async def test_giving_up_leaves_the_seat_to_a_bot(evening: Evening) -> None:
    [seat] = await evening.ask()
    await evening.close()
    async with evening.ana.visiting("127.0.0.1", evening.server.port) as visit:
        await visit.session.give_up(seat)
    assert evening.ana.memory.seats == []


async def test_silence_changes_nothing_and_a_stranger_is_told_nothing(
    start: StartServer, ana: Visitor, tmp_path: Path
) -> None:
    port = free_port()
    evening = await Evening.begin(await start("first", port=port), ana)
    before = await evening.ask()
    await evening.close()
    await evening.server.kill()
    assert await evening.ask() == before
    stranger = await start("second", port=port)
    assert await evening.ask() == before
    assert "Ana" not in stranger.log()


async def test_the_result_is_shown_from_the_home_screen_and_then_waits_no_more(evening: Evening) -> None:
    mine, other = evening.players
    await mine.ask(Leave(id=mine.next_id(), table=evening.table))
    await mine.close()
    await other.play(evening.table, hasty)
    await other.close()
    await evening.ask()
    async with driving(make_app(evening.ana.paths)) as driver:
        assert "4  Triqueta" in driver.text
        assert "over: " in driver.text
        await driver.press("4")
        await driver.shown(ResultScreen)
        await driver.until(lambda: evening.ana.memory.results == [])
        await driver.press("escape")
        await driver.shown(TableScreen)
        await driver.press("q")
        await driver.shown(Home)
        assert "over: " not in driver.text
