"""The greeting: who is let in, who is recognised, and why everybody else is not."""

import asyncio
from typing import Any

import pytest

from protocol.errors import Code, Refusal
from protocol.events import Bye
from protocol.requests import Chat, Hello, Lobby
from protocol.version import PROTOCOL, capabilities
from server.store.records import PlayerRecord
from server.tables.greeting import Door, refused
from server.tables.house import Limits
from tests.server.tables.guest import FakeLink, Guest, playing, seated
from tests.server.tables.house import FakeHouse


async def turned_away(house: FakeHouse, name: str = "Ana", **hello: Any) -> Refusal:
    """Greet, be refused, and see that nobody new is here for it."""
    before = dict(house.lobby.players)
    with pytest.raises(Refusal) as caught:
        await Guest(house, name).arrive(**hello)
    assert house.lobby.players == before
    return caught.value


async def test_a_newcomer_gets_an_identity_and_a_token(house: FakeHouse) -> None:
    ana = await Guest(house, "  Ana ").arrive()
    welcome = ana.welcome
    assert (welcome.name, welcome.server, welcome.version) == ("Ana", "The Knot", PROTOCOL)
    assert (welcome.capabilities, welcome.next_id, welcome.seats) == (capabilities(), 1, ())
    assert house.lobby.players == {welcome.player: ana.player}
    assert welcome.token.encode() not in (ana.player.token_hash or b"")


@pytest.mark.parametrize(
    ("version", "code", "advice"),
    [
        (0, Code.VERSION_TOO_OLD, "update the client"),
        (PROTOCOL + 1, Code.VERSION_TOO_NEW, "update the server"),
    ],
)
async def test_another_version_is_refused_with_a_sentence_that_names_both(
    house: FakeHouse, version: int, code: Code, advice: str
) -> None:
    refusal = await turned_away(house, version=version)
    message = refused(refusal)
    assert message.code == code
    assert message.detail == {"yours": version, "server": PROTOCOL}
    assert f"protocol {version}" in message.text
    assert f"speaks {PROTOCOL}" in message.text
    assert advice in message.text


async def test_a_capability_that_a_client_insists_on_must_be_known(house: FakeHouse) -> None:
    refusal = await turned_away(house, capabilities=("chat", "+telepathy"))
    assert refusal.code == Code.MISSING_CAPABILITY
    assert "telepathy" in refused(refusal).text
    await Guest(house, "Ana").arrive(capabilities=("+triqueta/1", "telepathy"))


async def test_a_capability_that_the_server_insists_on_must_be_known(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.greeting.capabilities", lambda: ("+knots", "chat"))
    refusal = await turned_away(house, capabilities=("chat",))
    assert refusal.detail == {"capability": "knots"}
    await Guest(house, "Ana").arrive(capabilities=("knots",))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", Code.NAME_EMPTY),
        (" \u200b\u2060\u3164\x1b ", Code.NAME_EMPTY),
        ("seventeen letters", Code.NAME_TOO_LONG),
        ("九个汉字是十八格宽", Code.NAME_TOO_LONG),
    ],
)
async def test_a_name_must_be_visible_and_short(house: FakeHouse, name: str, code: Code) -> None:
    refusal = await turned_away(house, name)
    assert refusal.code is code
    assert refused(refusal).text != code


async def test_a_name_is_taken_in_any_spelling(house: FakeHouse) -> None:
    await Guest(house, "Ana").arrive()
    assert (await turned_away(house, "ANA")).code == Code.NAME_TAKEN
    assert (await turned_away(house, "Ａｎａ")).code == Code.NAME_TAKEN
    await Guest(house, "Anna").arrive()


async def test_a_name_stays_taken_while_its_owner_is_only_away(house: FakeHouse) -> None:
    ana = await Guest(house, "Ana").arrive()
    ana.vanish()
    assert (await turned_away(house, "Ana")).code == Code.NAME_TAKEN
    await ana.arrive()


async def test_one_of_two_hellos_with_one_name_at_the_same_time_is_refused(house: FakeHouse) -> None:
    hellos = [Guest(house, "Ana").arrive() for _ in range(2)]
    results = await asyncio.gather(*hellos, return_exceptions=True)
    assert [isinstance(result, Refusal) for result in results] == [False, True]


async def test_a_password_keeps_strangers_out() -> None:
    house = FakeHouse(password="sesame")
    for password in (None, "", "Sesame", "sesame "):
        assert (await turned_away(house, password=password)).code == Code.WRONG_PASSWORD
    await Guest(house, "Ana").arrive(password="sesame")


async def test_a_closing_server_lets_nobody_in(house: FakeHouse) -> None:
    house.lobby.closing = True
    assert (await turned_away(house)).code == Code.SERVER_CLOSING


async def test_a_server_that_begins_to_close_during_the_greeting_lets_nobody_in(house: FakeHouse) -> None:
    async def find_player(_token_hash: bytes) -> PlayerRecord | None:
        house.lobby.closing = True
        return None

    house.door = Door(house.lobby, find_player, house.journal.seats_of, house.journal.moves_of)
    assert (await turned_away(house, token="some token")).code == Code.SERVER_CLOSING


async def test_a_token_makes_the_same_player_and_evicts_the_old_link(house: FakeHouse) -> None:
    ana = await Guest(house, "Ana").arrive()
    first, old = ana.welcome, ana.link
    await ana.ask(Lobby)
    await ana.arrive()
    assert (ana.welcome.player, ana.welcome.token) == (first.player, first.token)
    assert ana.welcome.next_id == 2
    assert old.bye == Bye(code=Code.EVICTED)
    assert ana.link.bye is None


async def test_the_end_of_an_evicted_link_means_nothing(house: FakeHouse) -> None:
    table, [ana] = await seated(house, "Ana")
    old = ana.link
    await ana.come_back(table)
    house.lobby.detach(ana.player, old)
    assert ana.player.link is ana.link
    assert ana.room(table).seats[0].present


async def test_a_token_that_nobody_knows_gets_a_new_identity(house: FakeHouse) -> None:
    ana = Guest(house, "Ana")
    ana.token = "from another server"
    await ana.arrive()
    assert ana.welcome.token != "from another server"


async def test_a_token_that_somebody_vouches_for_is_an_identity_from_the_first_hello_on(
    house: FakeHouse,
) -> None:
    house.door = Door(
        house.lobby,
        house.journal.player,
        house.journal.seats_of,
        house.journal.moves_of,
        vouched=lambda token: token == "by the key",
    )
    ana, bo = Guest(house, "Ana"), Guest(house, "Bo")
    ana.token, bo.token = "by the key", "by nobody"
    for guest in (ana, bo):
        await guest.arrive()
    assert ana.welcome.token == "by the key"
    assert bo.welcome.token != "by nobody"
    before = ana.welcome.player
    await ana.arrive()
    assert ana.welcome.player == before


async def test_a_player_is_recognised_after_a_crash(house: FakeHouse) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo")
    before, token = ana.welcome.player, ana.token
    after = house.restarted()
    await ana.arrive(after)
    assert (ana.welcome.player, ana.token) == (before, token)
    assert [(seat.table, seat.game, seat.seat) for seat in ana.welcome.seats] == [(table, "triqueta", 0)]
    assert bo.player.id in after.lobby.players


async def test_a_stored_player_who_is_refused_is_not_here(house: FakeHouse) -> None:
    stored = FakeHouse(seed="an earlier life")
    _, [ana, _bo] = await playing(stored, "Ana", "Bo")
    house.journal.players = stored.journal.players
    await Guest(house, "Ana").arrive()
    refusal = await turned_away(house, "Ana", token=ana.token)
    assert refusal.code == Code.NAME_TAKEN


async def test_the_same_stored_token_twice_at_once_is_one_player(house: FakeHouse) -> None:
    stored = FakeHouse(seed="an earlier life")
    _, [ana, _bo] = await playing(stored, "Ana", "Bo")
    house.journal.players = stored.journal.players
    links = [FakeLink(lambda _frame: None) for _ in range(2)]
    hello = Hello(version=PROTOCOL, name="Ana", token=ana.token)
    (one, _), (other, _) = await asyncio.gather(*(house.door.greet(hello, link) for link in links))
    assert one is other is house.lobby.players[one.id]
    assert [link.bye is not None for link in links] == [True, False]


async def test_a_new_name_is_told_at_the_tables(house: FakeHouse) -> None:
    table, [ana, bo] = await seated(house, "Ana", "Bo")
    eve = await Guest(house, "Eve").arrive()
    await eve.watch(table)
    for guest, name in ((ana, "Anabel"), (eve, "Eva")):
        guest.name = name
        await guest.come_back(table)
    assert [seat.name for seat in bo.room(table).seats] == ["Anabel", "Bo"]
    assert bo.room(table).watchers == ("Eva",)
    assert all(guest.sees_what_is(table) for guest in (ana, bo, eve))
    await bo.ask(Lobby)
    assert bo.lobby[table].host == "Anabel"


async def test_whoever_is_gone_for_long_and_sits_nowhere_is_forgotten() -> None:
    house = FakeHouse(Limits(forget_after=100.0))
    ana = await Guest(house, "Ana").arrive()
    ana.vanish()
    house.advance(99.0)
    house.door.forget_strangers()
    assert ana.player.id in house.lobby.players
    house.advance(1.0)
    house.door.forget_strangers()
    assert house.lobby.players == {}
    before = ana.welcome.player
    await ana.arrive()
    assert ana.welcome.player != before


async def test_of_too_many_strangers_those_are_forgotten_who_are_gone_longest() -> None:
    house = FakeHouse(Limits(strangers=2))
    _, [host, seated_one] = await playing(house, "Host", "Seated")
    await seated_one.leave(next(iter(house.lobby.tables)))
    seated_one.vanish()
    guests = [await Guest(house, name).arrive() for name in ("Ana", "Bo", "Cy", "Dan")]
    for guest in reversed(guests[:3]):
        house.advance(1.0)
        guest.vanish()
    house.door.forget_strangers()
    assert {player.name for player in house.lobby.players.values()} == {"Host", "Seated", "Dan", "Ana", "Bo"}
    await guests[2].arrive()  # the name is free again
    assert host.player.link is not None


async def test_a_short_visit_puts_the_forgetting_off() -> None:
    house = FakeHouse(Limits(forget_after=100.0))
    ana = await Guest(house, "Ana").arrive()
    ana.vanish()
    house.advance(90.0)
    await ana.arrive()
    ana.vanish()
    house.advance(90.0)
    house.door.forget_strangers()
    assert ana.player.id in house.lobby.players


async def test_whoever_holds_a_seat_is_remembered_as_long_as_the_table_is_open() -> None:
    house = FakeHouse(Limits(forget_after=100.0, close_after=1000.0))
    _, [ana, bo] = await playing(house, "Ana", "Bo")
    ana.vanish()
    bo.vanish()
    house.advance(999.0)
    house.door.forget_strangers()
    assert set(house.lobby.players) == {ana.player.id, bo.player.id}
    house.advance(1.0)
    house.door.forget_strangers()
    assert house.lobby.players == {}


async def test_the_owners_of_a_rebuilt_table_are_forgotten_with_it() -> None:
    house = FakeHouse(Limits(forget_after=100.0, close_after=50.0))
    await playing(house, "Ana", "Bo")
    after = house.restarted()
    assert len(after.lobby.players) == 2
    after.advance(100.0)
    after.door.forget_strangers()
    assert after.lobby.players == {}


async def test_chat_credit_is_the_players_and_not_the_links(house: FakeHouse) -> None:
    table, [ana] = await seated(house, "Ana")
    for _ in range(6):
        await ana.say(table, "hello")
    await ana.come_back(table)
    assert await ana.refusal(Chat, table=table, text="hello") == Code.CHAT_TOO_FAST


@pytest.mark.parametrize("code", [Code.HELLO_FIRST, Code.HELLO_LATE, Code.NOT_MSGPACK])
def test_every_refusal_has_words_even_if_only_its_code(code: Code) -> None:
    assert refused(Refusal(code)).text
