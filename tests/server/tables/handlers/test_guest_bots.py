"""Programs that somebody connects: players that are shown as bots."""

from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import Ready
from triqueta_protocol.table_events import HostChanged


async def with_bot(server: FakeServer, *words: str, **rules: Any) -> tuple[str, FakeClient, FakeClient]:
    """A table with a person and a client that greets with these words."""
    table, [ana] = await seated(server, "Ana", **({"seats": 3} | rules))
    zed = await FakeClient(server, "Zed").arrive(capabilities=words)
    await zed.join(table)
    return table, ana, zed


@pytest.mark.parametrize("word", ["bot", "+bot"])
async def test_a_client_that_says_so_is_shown_as_a_bot_and_keeps_its_seat(
    server: FakeServer, word: str
) -> None:
    table, ana, zed = await with_bot(server, "triqueta/1", word)
    await zed.ask(Ready, table=table)
    seat = ana.room(table).seats[1]
    assert (seat.kind, seat.bot, seat.player, seat.level) == ("player", True, zed.player.id, None)
    assert (seat.ready, seat.present) == (True, True)
    zed.vanish()
    seat = ana.room(table).seats[1]
    assert (seat.bot, seat.present) == (True, False)
    assert ana.sees_what_is(table)


async def test_nobody_else_is_shown_as_a_bot(server: FakeServer) -> None:
    table, ana, _bo = await with_bot(server, "triqueta/1", "robot")
    assert [seat.bot for seat in ana.room(table).seats] == [False] * 3
    assert "bot" in ana.welcome.capabilities


async def test_a_person_who_comes_with_the_token_of_a_bot_is_a_person(server: FakeServer) -> None:
    table, ana, zed = await with_bot(server, "bot")
    zed.vanish()
    await zed.come_back(table)
    assert not ana.room(table).seats[1].bot


async def test_a_bot_is_host_only_where_there_is_no_person(server: FakeServer) -> None:
    table, ana, zed = await with_bot(server, "bot")
    bo = await FakeClient(server, "Bo").arrive()
    await bo.join(table)
    await ana.leave(table)
    assert bo.saw(HostChanged) == [HostChanged("Bo")]
    await bo.leave(table)
    assert zed.saw(HostChanged)[-1] == HostChanged("Zed")


async def test_names_of_bots_are_cleaned(server: FakeServer) -> None:
    zed = await FakeClient(server, "\x1b[31mZed\u202e ").arrive(capabilities=("bot",))
    assert zed.welcome.name == "[31mZed"
    with pytest.raises(RefusalError) as refused:
        await FakeClient(server, "\u200b").arrive(capabilities=("bot",))
    assert refused.value.code == Code.NAME_EMPTY
