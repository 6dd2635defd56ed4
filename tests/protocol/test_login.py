"""A server and a player prove who they are, each on one connection, and nobody can do it in their place."""

import pytest
from msgspec import structs

from triqueta_protocol.login import Exchange, KeyPair, UnprovenError, check_server, fingerprint, new_challenge

SERVER = KeyPair(bytes(range(32)))
STRANGER = KeyPair(bytes(32))
PLAYER = KeyPair(b"1" * 32)


def answer(challenge: bytes, key: KeyPair = SERVER) -> tuple[str, Exchange]:
    answered = key.answer(challenge.hex())
    assert answered is not None
    return answered


def test_both_ends_sign_the_same_and_another_thing_each_time() -> None:
    challenge = new_challenge()
    said, at_server = answer(challenge)
    assert check_server(challenge, said) == at_server
    assert at_server.server == SERVER.public
    assert answer(challenge)[1] != at_server


def test_a_stranger_cannot_sign_for_another() -> None:
    challenge = new_challenge()
    said, _ = answer(challenge, STRANGER)
    with pytest.raises(UnprovenError):
        check_server(challenge, " ".join([SERVER.public.hex(), *said.split()[1:]]))


def test_an_answer_to_another_challenge_proves_nothing() -> None:
    said, _ = answer(new_challenge())
    with pytest.raises(UnprovenError):
        check_server(new_challenge(), said)


def test_an_end_that_puts_in_a_challenge_of_its_own_is_found_out() -> None:
    challenge = new_challenge()
    server, _, signature = answer(challenge)[0].split()
    with pytest.raises(UnprovenError):
        check_server(challenge, f"{server} {new_challenge().hex()} {signature}")


@pytest.mark.parametrize("said", ["", "x", "00 00 00", f"{'0' * 64} {'0' * 64} {'0' * 128}"])
def test_junk_is_no_answer(said: str) -> None:
    with pytest.raises(UnprovenError):
        check_server(new_challenge(), said)


@pytest.mark.parametrize("challenge", ["", "x" * 64, "A" * 64, "0" * 63, "0" * 65, "é" * 64])
def test_a_broken_challenge_gets_no_answer(challenge: str) -> None:
    assert SERVER.answer(challenge) is None


def test_a_signature_says_who_logs_in_and_on_which_connection() -> None:
    _, exchange = answer(new_challenge())
    _, other = answer(new_challenge())
    signature = PLAYER.sign(exchange)
    assert exchange.is_signed_by(PLAYER.public, signature)
    assert not other.is_signed_by(PLAYER.public, signature)
    assert not exchange.is_signed_by(STRANGER.public, signature)
    for changed in (
        structs.replace(exchange, server=STRANGER.public),
        structs.replace(exchange, client_challenge=exchange.server_challenge),
        structs.replace(exchange, server_challenge=exchange.client_challenge),
    ):
        assert not changed.is_signed_by(PLAYER.public, signature)
    for junk in (b"", signature[:-1], bytes(64), signature + b"0"):
        assert not exchange.is_signed_by(PLAYER.public, junk)
    for junk in (b"", bytes(31), bytes(32), b"\xff" * 32, bytes(33)):
        assert not exchange.is_signed_by(junk, signature)


def test_what_a_server_signs_is_no_login_and_the_other_way_round() -> None:
    """Else a server that is also a player could be made to log a stranger in."""
    _, exchange = answer(new_challenge())
    assert not exchange.is_signed_by(SERVER.public, SERVER.sign(exchange, "server"), "player")
    assert not exchange.is_signed_by(SERVER.public, SERVER.sign(exchange, "player"), "server")


def test_a_player_has_another_key_at_each_server_in_each_profile_and_after_each_deletion() -> None:
    secret, here, there = bytes(32), SERVER.public, STRANGER.public
    ways = [
        (secret, here, "main", 0),
        (secret, there, "main", 0),
        (secret, here, "bo", 0),
        (secret, here, "main", 1),
        (secret, here, "main", 10),
        (secret, here, "0 main", 1),
        (b"1" * 32, here, "main", 0),
    ]
    assert len({KeyPair.derive(*way).public for way in ways}) == len(ways)
    assert KeyPair.derive(*ways[0]).public == KeyPair.derive(*ways[0]).public


def test_fingerprints_tell_servers_apart() -> None:
    assert fingerprint(SERVER.public) == "KZDV-VJ2U-MNDU-YAUF"
    assert fingerprint(STRANGER.public) != fingerprint(SERVER.public)
