"""Chat: together in the waiting room, apart while a game runs, cleaned, and not too fast."""

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Chat, ForgetMe
from triqueta_protocol.table_events import Said
from triqueta_server.limits.declared import Limits, Rate
from triqueta_server.tables.handlers import chat
from triqueta_server.tables.state.table import CHAT_KEPT


async def two_players_and_a_watcher(server: FakeServer) -> tuple[str, list[FakeClient]]:
    table, players = await seated(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    return table, [*players, eve]


async def test_everybody_talks_to_everybody_while_no_game_runs(server: FakeServer) -> None:
    table, [ana, bo, eve] = await two_players_and_a_watcher(server)
    await ana.say(table, "hello")
    await eve.say(table, "hi")
    for client in (ana, bo, eve):
        assert client.saw(Said) == [Said("Ana", "hello"), Said("Eve", "hi")]


async def test_players_and_watchers_talk_apart_while_a_game_runs(server: FakeServer) -> None:
    table, [ana, bo, eve] = await two_players_and_a_watcher(server)
    fay = await FakeClient(server, "Fay").arrive()
    await fay.watch(table)
    await ana.start(table)
    await ana.say(table, "I need owls")
    await eve.say(table, "Bo has a bear")
    for client in (ana, bo):
        assert client.saw(Said) == [Said("Ana", "I need owls", "players")]
    for client in (eve, fay):
        assert client.saw(Said) == [Said("Eve", "Bo has a bear", "watchers")]
    assert all(client.sees_what_is(table) for client in (ana, bo, eve, fay))
    await play_on(table, [ana, bo])
    await eve.say(table, "well played")
    assert ana.saw(Said)[-1] == Said("Eve", "well played")


async def test_what_others_read_is_clean(server: FakeServer) -> None:
    table, [ana, bo, _eve] = await two_players_and_a_watcher(server)
    await ana.say(table, " \x1b[2J red\u202e\n alert ")
    assert bo.saw(Said) == [Said("Ana", "[2J red alert")]


@pytest.mark.parametrize(
    ("text", "code"), [(" \u200b\n", Code.TEXT_EMPTY), ("x" * 241, Code.TEXT_TOO_LONG), ("", Code.TEXT_EMPTY)]
)
async def test_a_line_says_something_and_not_too_much(server: FakeServer, text: str, code: Code) -> None:
    table, [ana] = await seated(server, "Ana")
    assert await ana.refusal(Chat, table=table, text=text) == code


async def test_a_chatterbox_is_slowed_down_and_nobody_else() -> None:
    server = FakeServer(Limits(chat=Rate(0.5, 3.0)))
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    for _ in range(3):
        await ana.say(table, "and")
    assert await ana.refusal(Chat, table=table, text="and") == Code.CHAT_TOO_FAST
    await bo.say(table, "now me")
    server.advance(2.0)
    await ana.say(table, "and")
    assert len(bo.saw(Said)) == 5


async def test_a_refused_line_costs_nothing() -> None:
    server = FakeServer(Limits(chat=Rate(0.5, 1.0)))
    table, [ana] = await seated(server, "Ana")
    assert await ana.refusal(Chat, table=table, text="") == Code.TEXT_EMPTY
    await ana.say(table, "hello")


async def test_who_is_not_there_is_not_heard(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    assert await eve.refusal(Chat, table=table, text="psst") == Code.NOT_AT_TABLE
    await bo.leave(table)
    assert await bo.refusal(Chat, table=table, text="psst") == Code.NOT_AT_TABLE
    assert ana.saw(Said) == []


async def test_a_line_that_is_one_too_many_is_not_even_cleaned(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ana] = await seated(server, "Ana")
    cleaned: list[str] = []

    def note(text: str) -> str:
        cleaned.append(text)
        return text

    monkeypatch.setattr(chat, "clean_chat", note)
    for _ in range(50):
        await ana.send(Chat, table=table, text="e\u0301")
    assert len(cleaned) == server.services.limits.chat.at_once


async def test_who_comes_later_reads_what_was_said_to_them(server: FakeServer) -> None:
    table, [ana, bo, eve] = await two_players_and_a_watcher(server)
    await ana.say(table, "hello")
    await ana.start(table)
    await ana.say(table, "I need owls")
    await eve.say(table, "Bo has a bear")
    fay = await FakeClient(server, "Fay").arrive()
    await fay.watch(table)
    await bo.join(table)
    assert fay.mirrors[table].chat == (Said("Ana", "hello"), Said("Eve", "Bo has a bear", "watchers"))
    assert bo.mirrors[table].chat == (Said("Ana", "hello"), Said("Ana", "I need owls", "players"))


async def test_only_the_last_lines_are_kept_and_none_of_a_player_who_is_forgotten(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    host = server.table(table).host
    assert host is not None
    for number in range(CHAT_KEPT):
        server.table(table).keep_chat(host, Said("Ana", str(number)))
    await bo.say(table, "the last one")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    assert len(eve.mirrors[table].chat) == CHAT_KEPT
    assert eve.mirrors[table].chat[-2:] == (Said("Ana", str(CHAT_KEPT - 1)), Said("Bo", "the last one"))
    await ana.ask(ForgetMe)
    fay = await FakeClient(server, "Fay").arrive()
    await fay.watch(table)
    assert fay.mirrors[table].chat == (Said("Bo", "the last one"),)
