"""A server proves who it is: to whoever asks, on one connection, and nobody can prove it in its place."""

import pytest

from triqueta_protocol.identity import Challenge, ServerKey
from triqueta_protocol.meeting import Meeting, UnprovenError, fingerprint, hash_token

KEY = ServerKey(bytes(range(32)))
STRANGER = ServerKey(bytes(32))


def answer(challenge: Challenge, key: ServerKey = KEY) -> tuple[str, Meeting]:
    answered = key.answer(challenge.public.hex())
    assert answered is not None
    return answered


def test_both_ends_share_the_same_and_another_thing_each_time() -> None:
    challenge = Challenge()
    said, at_server = answer(challenge)
    assert challenge.check(said) == at_server
    assert at_server.server == KEY.public
    assert answer(challenge)[1].secret != at_server.secret


def test_a_stranger_cannot_sign_for_another() -> None:
    challenge = Challenge()
    said, _ = answer(challenge, STRANGER)
    claimed = " ".join([KEY.public.hex(), *said.split()[1:]])
    with pytest.raises(UnprovenError):
        challenge.check(claimed)


def test_an_answer_to_another_challenge_proves_nothing() -> None:
    said, _ = answer(Challenge())
    with pytest.raises(UnprovenError):
        Challenge().check(said)


def test_an_end_that_puts_in_a_challenge_of_its_own_is_found_out() -> None:
    challenge = Challenge()
    server, _, signature = answer(challenge)[0].split()
    with pytest.raises(UnprovenError):
        challenge.check(f"{server} {Challenge().public.hex()} {signature}")


@pytest.mark.parametrize("said", ["", "x", "00 00 00", f"{'0' * 64} {'0' * 64} {'0' * 128}"])
def test_junk_is_no_answer(said: str) -> None:
    with pytest.raises(UnprovenError):
        Challenge().check(said)


@pytest.mark.parametrize("challenge", ["", "x" * 64, "A" * 64, "0" * 63, "0" * 64, "0" * 65, "é" * 64])
def test_a_broken_challenge_gets_no_answer(challenge: str) -> None:
    assert KEY.answer(challenge) is None


def test_a_proof_says_who_gives_it_of_which_token_and_on_which_connection() -> None:
    meeting, other = answer(Challenge())[1], answer(Challenge())[1]
    proof, known = meeting.player_proof("a token"), hash_token("a token")
    assert meeting.proves(proof, known)
    assert not meeting.proves(proof, hash_token("another"))
    assert not meeting.proves(meeting.player_proof("another"), known)
    assert not other.proves(proof, known)
    assert not any(
        meeting.proves(junk, known) for junk in (b"", bytes(7), known, meeting.server_proof(known))
    )


def test_the_hash_of_a_token_proves_the_server_and_not_the_player() -> None:
    """A server keeps the hash: whoever reads its store can make one proof and not the other."""
    meeting, other = answer(Challenge())[1], answer(Challenge())[1]
    known = hash_token("a token")
    assert meeting.server_proof(known) != other.server_proof(known)
    assert not meeting.proves(meeting.player_proof(known.hex()), known)


def test_a_new_token_is_as_long_as_a_drawn_one() -> None:
    assert len(answer(Challenge())[1].new_token()) == 48


def test_fingerprints_tell_servers_apart() -> None:
    assert fingerprint(KEY.public) == "KZDV-VJ2U-MNDU-YAUF"
    assert fingerprint(STRANGER.public) != fingerprint(KEY.public)
