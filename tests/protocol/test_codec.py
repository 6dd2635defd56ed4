"""Bytes and back: every message survives the trip, and every broken frame has its code."""

from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from tests.protocol.messages import (
    ACTIONS,
    MESSAGES,
    REQUESTS,
    TABLE_EVENTS,
    a_message,
    a_request,
    a_word,
    plain_maps,
)
from triqueta_protocol.codec import MAX_FRAME, Body, decode_message, decode_request, encode, pack, plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Event, LobbyGone
from triqueta_protocol.games import triqueta
from triqueta_protocol.requests import Act, Chat
from triqueta_protocol.table_events import Joined, Said
from triqueta_protocol.tagged import Tagged, UnknownTagError

few = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None)


def names(kinds: list[type[Struct]]) -> dict[str, Any]:
    return {"argvalues": kinds, "ids": [kind.__name__ for kind in kinds]}


@pytest.mark.parametrize("kind", **names(REQUESTS))
@few
@given(data=st.data())
def test_every_request_survives_the_trip(kind: type[Struct], data: st.DataObject) -> None:
    request = data.draw(a_request(kind))
    frame = encode(request)
    if len(frame) <= MAX_FRAME:
        assert decode_request(frame) == request


@pytest.mark.parametrize("kind", **names(MESSAGES))
@few
@given(data=st.data())
def test_every_message_survives_the_trip(kind: type[Struct], data: st.DataObject) -> None:
    message = data.draw(a_message(kind))
    assert decode_message(encode(message)) == message


@pytest.mark.parametrize("kind", **names(TABLE_EVENTS + ACTIONS))
@few
@given(data=st.data())
def test_every_event_and_action_survives_the_trip(kind: type[Struct], data: st.DataObject) -> None:
    word = data.draw(a_word(kind))
    assert msgspec.convert(msgpack.unpackb(pack(plain(word))), kind) == word


def test_every_type_on_the_wire_has_a_tag_of_its_own() -> None:
    for kinds in (REQUESTS, MESSAGES, TABLE_EVENTS, ACTIONS):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)


@few
@given(
    room=st.none() | plain_maps,
    public=st.none() | plain_maps,
    mine=st.none() | plain_maps,
    n=st.integers(1, 2**40),
)
def test_an_event_packed_in_parts_is_the_event(
    room: dict[str, Any] | None, public: dict[str, Any] | None, mine: dict[str, Any] | None, n: int
) -> None:
    what = (Joined(2, "Ana"), Said("Ana", "hello"))
    frame = Body("KNOT", what, room, public).for_viewer(mine).numbered(n)
    told = Event(
        table="KNOT", n=n, what=tuple(plain(what)), room=room or {}, public=public or {}, mine=mine or {}
    )
    assert decode_message(frame) == told
    assert frame == encode(told)


def test_a_viewers_own_part_is_in_no_other_viewers_frame() -> None:
    body = Body("KNOT", (), None, {"drawn": 1})
    assert b"face_down" in body.for_viewer({"face_down": [5]}).numbered(1)
    assert b"face_down" not in body.for_viewer(None).numbered(1)


# Broken frames


def refusal_of(frame: bytes | str) -> RefusalError:
    with pytest.raises(RefusalError) as caught:
        decode_request(frame)
    return caught.value


CHAT = plain(Chat(id=7, table="KNOT", text="hello"))


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("text", Code.TEXT_FRAME),
        (b"", Code.NOT_MSGPACK),
        (b"\xc1", Code.NOT_MSGPACK),
        (b"\x85\xa1t", Code.NOT_MSGPACK),
        (pack(CHAT) + b"\x00", Code.NOT_MSGPACK),
        (b"\x81\xa1t\xa2\xff\xfe", Code.NOT_MSGPACK),
        (b"\x81\x93\x01\x02\x03\x01", Code.NOT_MSGPACK),
        (b"\x81\x01\x01", Code.NOT_MSGPACK),
        (b"\xdd\xff\xff\xff\xff", Code.NOT_MSGPACK),
        pytest.param(b"\x91" * 4000 + b"\x00", Code.TOO_DEEP, id="deep list"),
        pytest.param(b"\x81\xa1a" * 4000 + b"\x00", Code.TOO_DEEP, id="deep map"),
        pytest.param(pack(CHAT | {"text": "x" * MAX_FRAME}), Code.TOO_LARGE, id="large"),
        (pack([1, 2]), Code.UNKNOWN_TYPE),
        (pack(None), Code.UNKNOWN_TYPE),
        (pack({}), Code.UNKNOWN_TYPE),
        (pack({"t": "fly", "id": 1}), Code.UNKNOWN_TYPE),
        (pack({"t": 5}), Code.UNKNOWN_TYPE),
        (pack({"t": "welcome"}), Code.UNKNOWN_TYPE),
        (pack({"t": "chat", "id": 7, "table": "KNOT"}), Code.BAD_FIELDS),
        (pack(CHAT | {"colour": "red"}), Code.BAD_FIELDS),
        (pack(CHAT | {"text": 5}), Code.BAD_FIELDS),
        pytest.param(pack(CHAT | {"text": "x" * 1001}), Code.BAD_FIELDS, id="long text"),
        (pack(CHAT | {"table": ""}), Code.BAD_FIELDS),
        (pack({"t": "lock", "id": 7, "table": "KNOT", "password": ""}), Code.BAD_FIELDS),
        (pack(CHAT | {"table": "x" * 13}), Code.BAD_FIELDS),
        (pack(CHAT | {"id": 0}), Code.BAD_FIELDS),
        (pack(CHAT | {"id": 2**53}), Code.BAD_FIELDS),
        (pack(CHAT | {"id": True}), Code.BAD_FIELDS),
        (pack(CHAT | {"id": "7"}), Code.BAD_FIELDS),
        (pack(CHAT | {"id": 1.5}), Code.BAD_FIELDS),
        (pack(CHAT | {"text": b"bytes"}), Code.BAD_FIELDS),
        (pack(CHAT | {"text": msgpack.ExtType(5, b"x")}), Code.BAD_FIELDS),
        (pack({"t": "create", "id": 1, "game": "triqueta", "settings": {"seats": 16}}), Code.BAD_FIELDS),
        (
            pack({"t": "create", "id": 1, "game": "triqueta", "settings": {"clock": {"turn": 1}}}),
            Code.BAD_FIELDS,
        ),
        (pack({"t": "hello", "version": "1", "name": "Ana"}), Code.BAD_FIELDS),
    ],
)
def test_each_way_to_break_a_frame_has_its_code(frame: bytes | str, code: Code) -> None:
    assert refusal_of(frame).code is code


def test_a_refusal_names_the_request_if_the_frame_was_sound_enough() -> None:
    assert refusal_of(pack({"t": "chat", "id": 7})).detail["id"] == 7
    assert refusal_of(pack({"t": "fly", "id": 7})).detail == {"id": 7}
    assert "text" in str(refusal_of(pack({"t": "chat", "id": 7, "table": "KNOT"})).detail["why"])


@pytest.mark.parametrize("identifier", [0, -1, True, 2**53, "7", None, 7.0])
def test_a_refusal_names_no_id_that_could_not_be_one(identifier: object) -> None:
    assert "id" not in refusal_of(pack({"t": "fly", "id": identifier})).detail


@pytest.mark.parametrize("depth", [100, 500, 900, 1000, 1020, 1100])
def test_what_is_nested_deeply_is_refused_or_carried_but_breaks_nothing(depth: int) -> None:
    head = pack({"t": "act", "id": 7, "table": "KNOT"})[1:]
    frame = b"\x84" + head + pack("action") + b"\x81\xa2do" * depth + b"\x00"
    try:
        request = decode_request(frame)
    except RefusalError as refusal:
        encode(Event(table="", n=0, what=(refusal.code, refusal.detail)))
    else:
        assert isinstance(request, Act)
        with pytest.raises(UnknownTagError):
            Tagged[Struct](triqueta.AnyAction).convert(request.action)


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_being_refused(frame: bytes) -> None:
    try:
        decode_request(frame)
    except RefusalError as refusal:
        encode(Event(table="", n=0, what=(refusal.code, refusal.detail)))


@given(data=st.data())
def test_no_mutation_of_a_request_does_more_than_being_refused(data: st.DataObject) -> None:
    frame = bytearray(encode(Act(id=9, table="KNOT", action={"do": "place", "row": 1})))
    for _ in range(data.draw(st.integers(1, 4))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    try:
        decode_request(bytes(frame))
    except RefusalError as refusal:
        encode(Event(table="", n=0, what=(refusal.code, refusal.detail)))


@pytest.mark.parametrize(
    "frame",
    [b"", b"\xc1", pack(5), pack([]), pack({}), pack({"t": "fly"}), pack({"t": "bye", "code": 7})],
)
def test_a_client_gets_a_value_error_for_nonsense(frame: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the promise is the class and nothing else
        decode_message(frame)


def test_a_client_ignores_fields_it_does_not_know() -> None:
    later = pack({"t": "lobby_gone", "table": "KNOT", "why": "a later version says more"})
    assert decode_message(later) == LobbyGone(table="KNOT")
