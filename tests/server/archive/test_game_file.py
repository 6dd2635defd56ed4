"""Files of games: the same game gives the same bytes, and whatever is wrong with one is refused with why."""

import hashlib
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests import fourth_game
from tests.server.archive.games import ONE_OF_EACH, RECORDED, parley, recorded
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import MOST_FILE
from triqueta_server.archive import game_file
from triqueta_server.archive.finished_game import PlayedSeat
from triqueta_server.games import RULES

TRIQUETA, TRICHE, TRIPITZ = ONE_OF_EACH


def opened(file: bytes) -> dict[str, Any]:
    body: dict[str, Any] = msgpack.unpackb(zlib.decompress(file[game_file.HEAD :]))
    return body


def sealed(raw: bytes, version: int = game_file.FORMAT) -> bytes:
    """A file with a checksum that is right, whatever is in it."""
    packed = zlib.compress(raw, 9)
    head = game_file.MAGIC + bytes([version]) + len(packed).to_bytes(4)
    return head + hashlib.sha256(packed).digest() + packed


def changed(change: Callable[[dict[str, Any]], object], name: str = TRIQUETA) -> bytes:
    """The file of a recorded game, with something else in it and sealed again."""
    body = opened(game_file.write(recorded(name)))
    change(body)
    return sealed(pack(body))


def refusal(file: bytes) -> RefusalError:
    with pytest.raises(RefusalError) as refused:
        game_file.read(file)
    return refused.value


@pytest.mark.parametrize("name", RECORDED)
def test_written_and_read_and_written_it_is_the_same_file(name: str) -> None:
    game = recorded(name)
    file = game_file.write(game)
    read, ended = game_file.read(file)
    assert game_file.write(read) == file
    assert len(file) < 2048
    assert pack(plain(read.decisions)) == pack(plain(game.decisions))
    assert (read.seed, read.salt, read.winners, read.facts) == (
        game.seed,
        game.salt,
        game.winners,
        game.facts,
    )
    assert (read.begun_at, read.ended_at) == (game.begun_at, game.ended_at)
    assert read.seats == game.seats
    assert tuple(at for at, one in enumerate(ended) if one.place == 1) == game.winners


def test_so_it_is_in_a_game_that_nobody_has_thought_of() -> None:
    with fourth_game.registered():
        file = game_file.write(parley())
        assert game_file.write(game_file.read(file).game) == file
    assert refusal(file).code == Code.FILE_UNKNOWN_GAME
    assert refusal(file).detail == {"game": "parley"}


def _step(body: dict[str, Any], number: int, decision: Any) -> None:
    body["decisions"][number] = decision


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda body: body.update(game="chess"), Code.FILE_UNKNOWN_GAME),
        (lambda body: body.update(game="\x1b[31mchess"), Code.FILE_UNKNOWN_GAME),
        (lambda body: body.update(version=2), Code.FILE_OTHER_RULES),
        (lambda body: body.update(seed=bytes(32)), Code.FILE_SHUFFLE),
        (lambda body: body.update(salt=bytes(16)), Code.FILE_SHUFFLE),
        (lambda body: body.update(commitment=bytes(32)), Code.FILE_SHUFFLE),
        (lambda body: body.update(options={"variant": "chess"}), Code.FILE_SET_UP),
        (lambda body: body.update(options={"colour": "blue"}), Code.FILE_SET_UP),
        (lambda body: body.update(options={"variant": "dorra"}), Code.FILE_SET_UP),
        (lambda body: body["seats"].pop(), Code.FILE_ILLEGAL),
        (lambda body: body.update(seats=body["seats"][:1]), Code.FILE_SET_UP),
        (lambda body: body["seats"][1].update(level="grandmaster"), Code.FILE_SET_UP),
        (lambda body: body["seats"][0].update(name="x" * 17), Code.FILE_MALFORMED),
        (lambda body: body["seats"][0].update(player="p1"), Code.FILE_MALFORMED),
        (lambda body: body["decisions"].pop(), Code.FILE_UNFINISHED),
        (lambda body: body["decisions"].append(body["decisions"][-1]), Code.FILE_ILLEGAL),
        (lambda body: body["decisions"].pop(0), Code.FILE_ILLEGAL),
        (lambda body: _step(body, 0, [1, 9, {"do": "draw"}]), Code.FILE_ILLEGAL),
        (lambda body: _step(body, 0, [1, 0, {"do": "fly"}]), Code.FILE_ILLEGAL),
        (lambda body: _step(body, 0, [-1, 0, {"do": "draw"}]), Code.FILE_MALFORMED),
        (lambda body: _step(body, 0, [1, 0]), Code.FILE_MALFORMED),
        (lambda body: body.update(decisions=[[0, 0, {"do": "draw"}]] * 5000), Code.FILE_MALFORMED),
        (lambda body: body.update(winners=[]), Code.FILE_RESULT),
        (lambda body: body["points"].reverse(), Code.FILE_RESULT),
        (lambda body: body.update(begun=2**60), Code.FILE_MALFORMED),
        (lambda body: body.update(token="secret"), Code.FILE_MALFORMED),
        (lambda body: body.pop("salt"), Code.FILE_MALFORMED),
    ],
)
def test_what_does_not_follow_from_the_rules_is_refused_with_why(
    change: Callable[[dict[str, Any]], object], code: Code
) -> None:
    refused = refusal(changed(change))
    assert refused.code == code
    assert all("\x1b" not in str(value) for value in refused.detail.values())


def test_the_decision_that_the_rules_do_not_allow_is_named() -> None:
    def swap(body: dict[str, Any]) -> None:
        body["decisions"][4], body["decisions"][5] = body["decisions"][5], body["decisions"][4]

    refused = refusal(changed(swap, TRIPITZ))
    assert (refused.code, refused.detail) == (Code.FILE_ILLEGAL, {"step": 5})


def test_another_shuffle_with_a_promise_of_its_own_is_found_by_playing() -> None:
    """Whoever makes up seed, salt, promise and checksum still has decisions that do not fit them."""

    def reshuffle(body: dict[str, Any]) -> None:
        seed = bytes(32)
        body.update(seed=seed, commitment=hashlib.sha256(seed + body["salt"]).digest())

    for name in ONE_OF_EACH:
        assert refusal(changed(reshuffle, name)).code in {Code.FILE_ILLEGAL, Code.FILE_RESULT}


@pytest.mark.parametrize(
    ("file", "code"),
    [
        (b"", Code.FILE_FOREIGN),
        (b"TRQ", Code.FILE_CUT_OFF),
        (b"PK\x03\x04 something else", Code.FILE_FOREIGN),
        (bytes(MOST_FILE), Code.FILE_FOREIGN),
        (game_file.MAGIC + b"\x00" + bytes(100), Code.FILE_FOREIGN),
        (sealed(b"\x80", version=2), Code.FILE_NEWER),
        (game_file.MAGIC, Code.FILE_CUT_OFF),
        (game_file.MAGIC + b"\x01", Code.FILE_CUT_OFF),
        (sealed(b"\x80") + b"more", Code.FILE_DAMAGED),
        (sealed(b"\x80").ljust(MOST_FILE + 1), Code.FILE_TOO_LARGE),
        (sealed(b"\x80"), Code.FILE_MALFORMED),
        (sealed(b"\xc1"), Code.FILE_MALFORMED),
        (sealed(b""), Code.FILE_MALFORMED),
        (sealed(b"\x91" * 100_000), Code.FILE_MALFORMED),
        (sealed(b"\x81\x01" * 60_000), Code.FILE_MALFORMED),
        (sealed(bytes(10_000_000)), Code.FILE_TOO_LARGE),
    ],
)
def test_what_is_no_file_of_ours_is_refused_with_why(file: bytes, code: Code) -> None:
    assert refusal(file).code == code


def test_a_file_that_is_cut_off_says_so_wherever_it_is_cut() -> None:
    file = game_file.write(recorded(TRIQUETA))
    codes = {refusal(file[:length]).code for length in range(1, len(file))}
    assert codes == {Code.FILE_CUT_OFF}


def test_a_file_that_unpacks_to_very_much_costs_little_memory() -> None:
    bomb = sealed(bytes(14_000_000))
    assert len(bomb) < MOST_FILE
    tracemalloc.start()
    try:
        assert refusal(bomb).code == Code.FILE_TOO_LARGE
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_names_are_cleaned_like_typed_ones() -> None:
    def rename(body: dict[str, Any]) -> None:
        body["seats"][0]["name"] = "A\x1b[31mna\u202e  x\n"
        body["table"]["seeded"] = "\u202eseed\x07"

    read = game_file.read(changed(rename)).game
    assert read.seats[0].name == "A[31mna x"
    assert read.facts.seeded == "seed"


def test_somebody_who_is_forgotten_has_no_name_in_a_file() -> None:
    game = recorded(TRIQUETA)
    forgotten = replace(game, seats=(PlayedSeat(""), *game.seats[1:]))
    assert game_file.read(game_file.write(forgotten)).game.seats[0].name == ""


def test_a_file_name_is_plain() -> None:
    assert game_file.suggested_name(recorded(TRICHE)) == "triche-2023-11-14-221320.triqueta"


FILES = {name: game_file.write(recorded(name)) for name in ONE_OF_EACH}
BODIES = {name: zlib.decompress(file[game_file.HEAD :]) for name, file in FILES.items()}

spots = st.integers(0, 2**20)
edits = st.lists(st.tuples(spots, st.sampled_from(["set", "cut", "put"]), st.binary(max_size=4)), max_size=4)


def edited(content: bytes, changes: list[tuple[int, str, bytes]]) -> bytes:
    for spot, how, new in changes:
        at = spot % (len(content) + 1)
        behind = at + (0 if how == "put" else len(new) or 1)
        content = content[:at] + (b"" if how == "cut" else new) + content[behind:]
    return content


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(ONE_OF_EACH), changes=edits)
def test_no_byte_of_a_file_can_be_changed(name: str, changes: list[tuple[int, str, bytes]]) -> None:
    file = edited(FILES[name], changes)
    if file != FILES[name]:
        assert refusal(file).code.startswith("file_")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(ONE_OF_EACH), changes=edits)
def test_whatever_is_sealed_is_a_game_or_refused(name: str, changes: list[tuple[int, str, bytes]]) -> None:
    """Nothing but a refusal comes out, or a game that the rules let pass."""
    try:
        game = game_file.read(sealed(edited(BODIES[name], changes))).game
    except RefusalError:
        return
    assert game.game in RULES
    again = game_file.write(game)
    assert game_file.write(game_file.read(again).game) == again
