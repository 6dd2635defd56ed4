"""Frames that are no requests: each gets its own code, and the connection that sent one plays on."""

from collections.abc import Callable

import msgpack
import pytest

from tests.integration.conftest import Connect
from tests.integration.games import begin, play_out
from tests.serving import ServerProcess
from triqueta_protocol.codec import MAX_FRAME, encode
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Act, Chat

ID = 4_000


def packed(**fields: object) -> bytes:
    frame: bytes = msgpack.packb(fields)
    return frame


BAD_FRAMES: dict[str, tuple[Code, int | None, bytes | str]] = {
    "a byte that msgpack never uses": (Code.NOT_MSGPACK, None, b"\xc1"),
    "nothing": (Code.NOT_MSGPACK, None, b""),
    "cut off": (Code.NOT_MSGPACK, None, encode(Chat(id=ID, table="KNOT", text="hi"))[:-1]),
    "two messages in one": (Code.NOT_MSGPACK, None, encode(Chat(id=ID, table="KNOT", text="hi")) * 2),
    "text that is not UTF-8": (Code.NOT_MSGPACK, None, b"\x82\xa1t\xa5lobby\xa2id\xa1\xff"),
    "an announced length that is a lie": (Code.NOT_MSGPACK, None, b"\xdd\xff\xff\xff\xff"),
    "a map with numbers for keys": (Code.NOT_MSGPACK, None, b"\x81\x01\x02"),
    "just too large": (Code.TOO_LARGE, None, bytes(MAX_FRAME + 1)),
    "the largest that is answered": (Code.TOO_LARGE, None, bytes(4 * MAX_FRAME)),
    "a text frame": (Code.TEXT_FRAME, None, "hello"),
    "nested without end": (Code.TOO_DEEP, None, b"\x91" * 16_000),
    "nested inside a request": (
        Code.TOO_DEEP,
        None,
        packed(t="act", id=ID, table="KNOT", action={"do": 0})[:-1] + b"\x91" * 5_000 + b"\xc0",
    ),
    "a list": (Code.UNKNOWN_TYPE, None, msgpack.packb(["chat"])),
    "a map without a type": (Code.UNKNOWN_TYPE, ID, packed(id=ID)),
    "an unknown type": (Code.UNKNOWN_TYPE, ID, packed(t="cheat", id=ID)),
    "a type that is no text": (Code.UNKNOWN_TYPE, ID, packed(t=["act"], id=ID)),
    "a type of the server's": (Code.UNKNOWN_TYPE, ID, packed(t="accepted", id=ID)),
    "a missing field": (Code.BAD_FIELDS, ID, packed(t="chat", id=ID, table="KNOT")),
    "an extra field": (Code.BAD_FIELDS, ID, packed(t="lobby", id=ID, on=True, off=False)),
    "a field of the wrong type": (Code.BAD_FIELDS, ID, packed(t="chat", id=ID, table="KNOT", text=7)),
    "a field out of range": (Code.BAD_FIELDS, ID, packed(t="kick", id=ID, table="KNOT", seat=99)),
    "an id of zero": (Code.BAD_FIELDS, None, packed(t="lobby", id=0)),
    "an id too large to be exact": (Code.BAD_FIELDS, None, packed(t="lobby", id=2**53)),
    "an id that is true": (Code.BAD_FIELDS, None, packed(t="lobby", id=True)),
    "no id": (Code.BAD_FIELDS, None, packed(t="lobby")),
}


@pytest.mark.parametrize(("code", "about", "frame"), BAD_FRAMES.values(), ids=list(BAD_FRAMES))
async def test_a_bad_frame_gets_its_code_and_the_game_goes_on(
    shared_server: ServerProcess, connect: Connect, code: Code, about: int | None, frame: bytes | str
) -> None:
    ana, bo = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    table = await begin(ana, bo)
    await ana.socket.send(frame)
    await ana.until(lambda: bool(ana.loose))
    assert [(answer.code, answer.id) for answer in ana.loose] == [(code, about)]
    await play_out(table, ana, bo)


TOO_BROKEN: dict[str, tuple[int, Callable[[], bytes | str]]] = {
    "beyond what is answered": (1009, lambda: bytes(4 * MAX_FRAME + 1)),
    "one endless message": (1009, lambda: "é" * 4 * MAX_FRAME),
}


@pytest.mark.parametrize(("status", "frame"), TOO_BROKEN.values(), ids=list(TOO_BROKEN))
async def test_a_huge_frame_ends_the_link_and_the_player_comes_back(
    shared_server: ServerProcess, connect: Connect, status: int, frame: Callable[[], bytes | str]
) -> None:
    ana, bo = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    table = await begin(ana, bo)
    await ana.socket.send(frame())
    await ana.ended()
    assert ana.socket.close_code == status
    back = await connect(shared_server, "Ana", token=ana.token)
    await back.join(table)
    await play_out(table, back, bo)


async def test_text_that_is_not_utf_8_ends_the_link_alone(
    shared_server: ServerProcess, connect: Connect
) -> None:
    ana, bo = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    table = await begin(ana, bo)
    await ana.socket.send(b"\xff", text=True)
    await ana.ended()
    assert ana.socket.close_code == 1007
    back = await connect(shared_server, "Ana", token=ana.token)
    await back.join(table)
    await play_out(table, back, bo)


async def test_a_rejected_frame_does_not_use_its_id_up(
    shared_server: ServerProcess, connect: Connect
) -> None:
    ana, bo = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    table = await begin(ana, bo)
    mover = ana if ana.must_decide(table) else bo
    identifier = mover.next_id()
    await mover.socket.send(packed(t="act", id=identifier, table=table, action=None))
    await mover.until(lambda: bool(mover.loose))
    assert mover.loose[0].id == identifier
    await mover.ask(Act(id=identifier, table=table, action={"do": "draw"}))
