"""Greetings by proof: whoever has asked the server for its identity never sends the token."""

import asyncio

from tests.server.tables.fake_client import FakeClient, FakeLink, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.meeting import Meeting, hash_token
from triqueta_protocol.requests import Hello
from triqueta_protocol.version import PROTOCOL

FIRST = Meeting(b"server", b"first")
SECOND = Meeting(b"server", b"second")


def hello(token: str, meeting: Meeting, **fields: bytes) -> Hello:
    token_hash = hash_token(token)
    shown = {"who": token_hash[:8], "proof": meeting.player_proof(token)} | fields
    return Hello(PROTOCOL, "Ana", **shown)  # type: ignore[arg-type] # they are bytes


def link() -> FakeLink:
    return FakeLink(lambda _: None, "192.0.2.7")


async def test_a_newcomer_is_sent_no_token_and_both_know_it(server: FakeServer) -> None:
    player, welcome = await server.handshake.greet(Hello(PROTOCOL, "Ana"), link(), FIRST)
    assert (welcome.token, welcome.proof) == ("", b"")
    assert player.token_hash == hash_token(FIRST.new_token())


async def test_a_proof_makes_the_same_player_and_is_answered_by_one(server: FakeServer) -> None:
    player, _ = await server.handshake.greet(Hello(PROTOCOL, "Ana"), link(), FIRST)
    token = FIRST.new_token()
    again, welcome = await server.handshake.greet(hello(token, SECOND), link(), SECOND)
    assert again is player
    assert (welcome.token, welcome.proof) == ("", SECOND.server_proof(hash_token(token)))


async def test_a_token_from_an_earlier_welcome_can_be_proven_too(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    again, welcome = await server.handshake.greet(hello(str(ana.token), FIRST), link(), FIRST)
    assert again is ana.player
    assert welcome.proof


async def test_a_token_that_was_never_sent_still_works_as_one(server: FakeServer) -> None:
    player, _ = await server.handshake.greet(Hello(PROTOCOL, "Ana"), link(), FIRST)
    token = FIRST.new_token()
    again, welcome = await server.handshake.greet(Hello(PROTOCOL, "Ana", token=token), link())
    assert (again, welcome.token) == (player, token)


async def test_a_wrong_proof_makes_a_new_player(server: FakeServer) -> None:
    ana = await FakeClient(server, "Bo").arrive()
    token = str(ana.token)
    wrong = [
        hello(token, FIRST),  # of another connection
        hello(token, SECOND, proof=b""),
        hello(token, SECOND, proof=SECOND.server_proof(hash_token(token))),
        hello(token, SECOND, who=bytes(8)),
    ]
    for one in wrong:
        player, welcome = await server.handshake.greet(one, link(), SECOND)
        assert player is not ana.player
        assert welcome.proof == b""
        del server.lobby.players[player.id]


async def test_without_a_meeting_a_proof_means_nothing(server: FakeServer) -> None:
    ana = await FakeClient(server, "Bo").arrive()
    player, welcome = await server.handshake.greet(hello(str(ana.token), FIRST), link())
    assert player is not ana.player
    assert welcome.token


async def test_a_proof_is_recognised_after_a_crash(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    after = server.restarted()
    player, welcome = await after.handshake.greet(hello(str(ana.token), FIRST), link(), FIRST)
    assert player.id == ana.player.id
    assert [seat.table for seat in welcome.seats] == [table]


async def test_two_proofs_of_one_token_at_once_are_one_player(server: FakeServer) -> None:
    _, [ana, _bo] = await playing(server, "Ana", "Bo")
    after = server.restarted()
    greetings = [
        after.handshake.greet(hello(str(ana.token), meeting), link(), meeting) for meeting in (FIRST, SECOND)
    ]
    (one, _), (other, _) = await asyncio.gather(*greetings)
    assert one is other


async def test_a_gateway_s_token_is_as_good_with_a_meeting(server: FakeServer) -> None:
    server.handshake.vouched = lambda token: token == "by the key"
    one, _ = await server.handshake.greet(Hello(PROTOCOL, "Ana", token="by the key"), link())
    other, welcome = await server.handshake.greet(Hello(PROTOCOL, "Ana", token="by the key"), link(), FIRST)
    assert one is other
    assert welcome.proof == FIRST.server_proof(hash_token("by the key"))
