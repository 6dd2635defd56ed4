"""The greeting: who is let in, who is recognised, and why everybody else is not."""

import asyncio
from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, FakeLink, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Bye
from triqueta_protocol.requests import Chat, Hello, Lobby
from triqueta_protocol.version import PROTOCOL, server_capabilities
from triqueta_server.limits.declared import Limits
from triqueta_server.store.records import Credential, PlayerRecord
from triqueta_server.tables.handshake import Handshake, refused


async def turned_away(server: FakeServer, name: str = "Ana", **hello: Any) -> RefusalError:
    """Greet, be refused, and see that nobody new is here for it."""
    before = dict(server.lobby.players)
    with pytest.raises(RefusalError) as caught:
        await FakeClient(server, name).arrive(**hello)
    assert server.lobby.players == before
    return caught.value


async def test_a_newcomer_gets_an_identity_and_a_token(server: FakeServer) -> None:
    ana = await FakeClient(server, "  Ana ").arrive()
    welcome = ana.welcome
    assert (welcome.name, welcome.server, welcome.version) == ("Ana", "The Knot", PROTOCOL)
    assert (welcome.capabilities, welcome.next_id, welcome.seats) == (server_capabilities(), 1, ())
    assert server.lobby.players == {welcome.player: ana.player}
    assert welcome.token.encode() not in repr(ana.player.credential).encode()


@pytest.mark.parametrize(
    ("version", "code", "advice"),
    [
        (0, Code.VERSION_TOO_OLD, "update the client"),
        (PROTOCOL + 1, Code.VERSION_TOO_NEW, "update the server"),
    ],
)
async def test_another_version_is_refused_with_a_sentence_that_names_both(
    server: FakeServer, version: int, code: Code, advice: str
) -> None:
    refusal = await turned_away(server, version=version)
    message = refused(refusal)
    assert message.code == code
    assert message.detail == {"yours": version, "server": PROTOCOL}
    assert f"protocol {version}" in message.text
    assert f"speaks {PROTOCOL}" in message.text
    assert advice in message.text


async def test_a_capability_that_a_client_insists_on_must_be_known(server: FakeServer) -> None:
    refusal = await turned_away(server, capabilities=("chat", "+telepathy"))
    assert refusal.code == Code.MISSING_CAPABILITY
    assert "telepathy" in refused(refusal).text
    await FakeClient(server, "Ana").arrive(capabilities=("+triqueta/1", "telepathy"))


async def test_a_capability_that_the_server_insists_on_must_be_known(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triqueta_server.tables.handshake.server_capabilities", lambda: ("+knots", "chat"))
    refusal = await turned_away(server, capabilities=("chat",))
    assert refusal.detail == {"capability": "knots"}
    await FakeClient(server, "Ana").arrive(capabilities=("knots",))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", Code.NAME_EMPTY),
        (" \u200b\u2060\u3164\x1b ", Code.NAME_EMPTY),
        ("seventeen letters", Code.NAME_TOO_LONG),
        ("九个汉字是十八格宽", Code.NAME_TOO_LONG),
    ],
)
async def test_a_name_must_be_visible_and_short(server: FakeServer, name: str, code: Code) -> None:
    refusal = await turned_away(server, name)
    assert refusal.code is code
    assert refused(refusal).text != code


async def test_a_name_is_taken_in_any_spelling(server: FakeServer) -> None:
    await FakeClient(server, "Ana").arrive()
    assert (await turned_away(server, "ANA")).code == Code.NAME_TAKEN
    assert (await turned_away(server, "Ａｎａ")).code == Code.NAME_TAKEN
    await FakeClient(server, "Anna").arrive()


async def test_a_name_stays_taken_while_its_owner_is_only_away(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    ana.vanish()
    assert (await turned_away(server, "Ana")).code == Code.NAME_TAKEN
    await ana.arrive()


async def test_one_of_two_hellos_with_one_name_at_the_same_time_is_refused(server: FakeServer) -> None:
    hellos = [FakeClient(server, "Ana").arrive() for _ in range(2)]
    results = await asyncio.gather(*hellos, return_exceptions=True)
    assert [isinstance(result, RefusalError) for result in results] == [False, True]


async def test_a_password_keeps_strangers_out() -> None:
    server = FakeServer(password="sesame")
    for password in (None, "", "Sesame", "sesame "):
        assert (await turned_away(server, password=password)).code == Code.WRONG_PASSWORD
    await FakeClient(server, "Ana").arrive(password="sesame")


async def test_a_closing_server_lets_nobody_in(server: FakeServer) -> None:
    server.lobby.closing = True
    assert (await turned_away(server)).code == Code.SERVER_CLOSING


async def test_a_server_that_begins_to_close_during_the_greeting_lets_nobody_in(server: FakeServer) -> None:
    async def find_player(_credential: Credential) -> PlayerRecord | None:
        server.lobby.closing = True
        return None

    server.handshake = Handshake(server.lobby, find_player, server.journal.seats_of, server.journal.moves_of)
    assert (await turned_away(server, token="some token")).code == Code.SERVER_CLOSING


async def test_a_token_makes_the_same_player_and_evicts_the_old_link(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    first, old = ana.welcome, ana.link
    await ana.ask(Lobby)
    await ana.arrive()
    assert (ana.welcome.player, ana.welcome.token) == (first.player, first.token)
    assert ana.welcome.next_id == 2
    assert old.bye == Bye(code=Code.EVICTED)
    assert ana.link.bye is None


async def test_the_end_of_an_evicted_link_means_nothing(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana")
    old = ana.link
    await ana.come_back(table)
    server.lobby.detach_link(ana.client, old)
    assert ana.client.link is ana.link
    assert ana.room(table).seats[0].present


async def test_a_token_that_nobody_knows_gets_a_new_identity(server: FakeServer) -> None:
    ana = FakeClient(server, "Ana")
    ana.token = "from another server"
    await ana.arrive()
    assert ana.welcome.token != "from another server"


async def test_a_player_is_recognised_after_a_crash(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    before, token = ana.welcome.player, ana.token
    after = server.restarted()
    await ana.arrive(after)
    assert (ana.welcome.player, ana.token) == (before, token)
    assert [(seat.table, seat.game, seat.seat) for seat in ana.welcome.seats] == [(table, "triqueta", 0)]
    assert bo.player.id in after.lobby.players


async def test_a_stored_player_who_is_refused_is_not_here(server: FakeServer) -> None:
    stored = FakeServer(seed="an earlier life")
    _, [ana, _bo] = await playing(stored, "Ana", "Bo")
    server.journal.players = stored.journal.players
    await FakeClient(server, "Ana").arrive()
    refusal = await turned_away(server, "Ana", token=ana.token)
    assert refusal.code == Code.NAME_TAKEN


async def test_the_same_stored_token_twice_at_once_is_one_player(server: FakeServer) -> None:
    stored = FakeServer(seed="an earlier life")
    _, [ana, _bo] = await playing(stored, "Ana", "Bo")
    server.journal.players = stored.journal.players
    links = [FakeLink(lambda _frame: None, "192.0.2.1") for _ in range(2)]
    hello = Hello(version=PROTOCOL, name="Ana", token=ana.token)
    (one, _), (other, _) = await asyncio.gather(*(server.handshake.greet(hello, link) for link in links))
    assert one is other
    assert one.player is server.lobby.players[one.player.id]
    assert [link.bye is not None for link in links] == [True, False]


async def test_a_new_name_is_told_at_the_tables(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    for client, name in ((ana, "Anabel"), (eve, "Eva")):
        client.name = name
        await client.come_back(table)
    assert [seat.name for seat in bo.room(table).seats] == ["Anabel", "Bo"]
    assert bo.room(table).watchers == ("Eva",)
    assert all(client.sees_what_is(table) for client in (ana, bo, eve))
    await bo.ask(Lobby)
    assert bo.lobby[table].host == "Anabel"


async def test_whoever_is_gone_for_long_and_sits_nowhere_is_forgotten() -> None:
    server = FakeServer(Limits(forget_after=100.0))
    ana = await FakeClient(server, "Ana").arrive()
    ana.vanish()
    server.advance(99.0)
    server.handshake.forget_idle_players()
    assert ana.player.id in server.lobby.players
    server.advance(1.0)
    server.handshake.forget_idle_players()
    assert server.lobby.players == {}
    before = ana.welcome.player
    await ana.arrive()
    assert ana.welcome.player != before


async def test_of_too_many_strangers_those_are_forgotten_who_are_gone_longest() -> None:
    server = FakeServer(Limits(idle_players=2))
    _, [host, seated_one] = await playing(server, "Host", "Seated")
    await seated_one.leave(next(iter(server.lobby.tables)))
    seated_one.vanish()
    clients = [await FakeClient(server, name).arrive() for name in ("Ana", "Bo", "Cy", "Dan")]
    for client in reversed(clients[:3]):
        server.advance(1.0)
        client.vanish()
    server.handshake.forget_idle_players()
    assert {player.name for player in server.lobby.players.values()} == {"Host", "Seated", "Dan", "Ana", "Bo"}
    await clients[2].arrive()  # the name is free again
    assert host.client.link is not None


async def test_a_short_visit_puts_the_forgetting_off() -> None:
    server = FakeServer(Limits(forget_after=100.0))
    ana = await FakeClient(server, "Ana").arrive()
    ana.vanish()
    server.advance(90.0)
    await ana.arrive()
    ana.vanish()
    server.advance(90.0)
    server.handshake.forget_idle_players()
    assert ana.player.id in server.lobby.players


async def test_whoever_holds_a_seat_is_remembered_as_long_as_the_table_is_open() -> None:
    server = FakeServer(Limits(forget_after=100.0, close_after=1000.0))
    _, [ana, bo] = await playing(server, "Ana", "Bo")
    ana.vanish()
    bo.vanish()
    server.advance(999.0)
    server.handshake.forget_idle_players()
    assert set(server.lobby.players) == {ana.player.id, bo.player.id}
    server.advance(1.0)
    server.handshake.forget_idle_players()
    assert server.lobby.players == {}


async def test_the_owners_of_a_rebuilt_table_are_forgotten_with_it() -> None:
    server = FakeServer(Limits(forget_after=100.0, close_after=50.0))
    await playing(server, "Ana", "Bo")
    after = server.restarted()
    assert len(after.lobby.players) == 2
    after.advance(100.0)
    after.handshake.forget_idle_players()
    assert after.lobby.players == {}


async def test_chat_credit_is_the_players_and_not_the_links(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana")
    for _ in range(6):
        await ana.say(table, "hello")
    await ana.come_back(table)
    assert await ana.refusal(Chat, table=table, text="hello") == Code.CHAT_TOO_FAST


@pytest.mark.parametrize("code", [Code.HELLO_FIRST, Code.HELLO_LATE, Code.NOT_MSGPACK])
def test_every_refusal_has_words_even_if_only_its_code(code: Code) -> None:
    assert refused(RefusalError(code)).text
