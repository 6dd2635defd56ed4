"""Greetings with a key: the signature is checked, and the key is the player."""

import asyncio
from typing import Any

import pytest
from msgspec import structs

from tests.server.tables.fake_client import FakeClient, FakeLink, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Welcome
from triqueta_protocol.login import Exchange, KeyPair, new_challenge
from triqueta_protocol.requests import Hello
from triqueta_protocol.version import PROTOCOL
from triqueta_server.store.records import Credential
from triqueta_server.tables.state.player import Player

SERVER = KeyPair(bytes(32))
ANA, BO = KeyPair(b"ana's key".ljust(32)), KeyPair(b"bo's key".ljust(32))


def exchange() -> Exchange:
    answered = SERVER.answer(new_challenge().hex())
    assert answered is not None
    return answered[1]


def hello(key: KeyPair, signed: Exchange, name: str = "Ana", **fields: Any) -> Hello:
    return structs.replace(Hello(PROTOCOL, name, key=key.public, signature=key.sign(signed)), **fields)


async def greet(server: FakeServer, key: KeyPair, name: str = "Ana", **fields: Any) -> tuple[Player, Welcome]:
    met = exchange()
    link = FakeLink(lambda _: None, "192.0.2.7")
    client, welcome = await server.handshake.greet(hello(key, met, name, **fields), link, met)
    return client.player, welcome


async def test_the_same_key_is_the_same_player_and_needs_no_token(server: FakeServer) -> None:
    player, welcome = await greet(server, ANA)
    assert (welcome.token, player.credential) == ("", Credential("key", ANA.public))
    again, welcome = await greet(server, ANA, "Anabel")
    assert again is player
    assert (welcome.token, welcome.name) == ("", "Anabel")
    other, _ = await greet(server, BO, "Bo")
    assert other is not player


async def test_the_id_of_a_player_tells_nothing_of_the_key(server: FakeServer) -> None:
    one, _ = await greet(server, ANA)
    two, _ = await greet(FakeServer(seed="another"), ANA)
    assert one.id != two.id


@pytest.mark.parametrize("wrong", ["of another connection", "another key", "no signature", "no exchange"])
async def test_a_wrong_signature_is_refused_and_changes_nothing(server: FakeServer, wrong: str) -> None:
    await greet(server, ANA)
    before = dict(server.lobby.players)
    met: Exchange | None = exchange()
    assert met is not None
    said = hello(ANA, exchange() if wrong == "of another connection" else met)
    if wrong == "another key":
        said = structs.replace(said, key=BO.public)
    elif wrong == "no signature":
        said = structs.replace(said, signature=None)
    elif wrong == "no exchange":
        met = None
    with pytest.raises(RefusalError, match=Code.BAD_LOGIN):
        await server.handshake.greet(said, FakeLink(lambda _: None, "192.0.2.7"), met)
    assert not server.handshake.remembers(said, met)
    assert server.lobby.players == before


async def test_a_player_in_memory_is_remembered_by_a_good_signature_only(server: FakeServer) -> None:
    met = exchange()
    assert not server.handshake.remembers(hello(ANA, met), met)
    await greet(server, ANA)
    assert server.handshake.remembers(hello(ANA, met), met)
    assert not server.handshake.remembers(hello(ANA, exchange()), met)


async def test_a_key_comes_before_a_token(server: FakeServer) -> None:
    bo = await FakeClient(server, "Bo").arrive()
    player, welcome = await greet(server, ANA, token=bo.token)
    assert player is not bo.player
    assert welcome.token == ""


async def test_two_first_hellos_of_one_key_at_once_are_one_player(server: FakeServer) -> None:
    (one, _), (other, _) = await asyncio.gather(greet(server, ANA), greet(server, ANA))
    assert one is other
    assert list(server.lobby.players) == [one.id]


async def test_a_key_is_recognised_after_a_crash(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", keys=[ANA, BO])
    after = server.restarted()
    (one, welcome), (other, _) = await asyncio.gather(greet(after, ANA), greet(after, ANA))
    assert one is other
    assert one.id == ana.player.id
    assert [seat.table for seat in welcome.seats] == [table]
