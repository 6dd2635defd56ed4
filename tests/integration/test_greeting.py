"""Greetings that fail: each gets its code and a sentence, and whoever comes next is let in."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import msgpack
import pytest

from tests.integration.conftest import Connect, StartServer
from tests.integration.pages import until_metrics
from tests.integration.wires import answer, bare_socket, status_of_end
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.codec import encode
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Refused, Welcome
from triqueta_protocol.requests import Hello, Lobby
from triqueta_protocol.version import PROTOCOL


@dataclass(frozen=True)
class Bad:
    """A first frame, and what is said to it."""

    code: Code
    frame: bytes | str
    detail: dict[str, Any] = field(default_factory=dict)
    words: tuple[str, ...] = ()


def hello(name: str = "Ana", version: int = PROTOCOL, **fields: Any) -> bytes:
    packed: bytes = msgpack.packb({"t": "hello", "version": version, "name": name} | fields)
    return packed


AHEAD = PROTOCOL + 6

BAD_GREETINGS = {
    "no name": Bad(Code.NAME_EMPTY, hello("")),
    "a name of nothing visible": Bad(Code.NAME_EMPTY, hello("\u200b\u202e \x1b")),
    "a name too long": Bad(Code.NAME_TOO_LONG, hello("a" * 17), {"limit": 16}, ("16",)),
    "a name too wide": Bad(Code.NAME_TOO_LONG, hello("結" * 9), {"limit": 16}),
    "a protocol too old": Bad(
        Code.VERSION_TOO_OLD,
        hello(version=0),
        {"yours": 0, "server": PROTOCOL},
        ("0", str(PROTOCOL), "update the client"),
    ),
    "a protocol too new": Bad(
        Code.VERSION_TOO_NEW,
        hello(version=AHEAD),
        {"yours": AHEAD, "server": PROTOCOL},
        (str(AHEAD), str(PROTOCOL), "update the server"),
    ),
    "a protocol too new, with fields of its own": Bad(
        Code.VERSION_TOO_NEW, hello(version=AHEAD, avatar="owl"), {"yours": AHEAD, "server": PROTOCOL}
    ),
    "an ability nobody has": Bad(
        Code.MISSING_CAPABILITY,
        hello(capabilities=["chat", "+telepathy"]),
        {"capability": "telepathy"},
        ("telepathy",),
    ),
    "a request": Bad(Code.HELLO_FIRST, encode(Lobby(id=1))),
    "text": Bad(Code.TEXT_FRAME, "hello"),
    "no msgpack": Bad(Code.NOT_MSGPACK, b"\xc1"),
    "too large": Bad(Code.TOO_LARGE, bytes(20_000), {"limit": 16_384}),
    "too deep": Bad(Code.TOO_DEEP, b"\x91" * 16_000),
    "an unknown type": Bad(Code.UNKNOWN_TYPE, msgpack.packb({"t": "hallo"})),
    "no version": Bad(Code.BAD_FIELDS, msgpack.packb({"t": "hello", "name": "Ana"})),
    "a name that is no text": Bad(Code.BAD_FIELDS, hello(name=7)),  # type: ignore[arg-type] # that it is
}


@pytest.mark.parametrize("bad", BAD_GREETINGS.values(), ids=list(BAD_GREETINGS))
async def test_a_bad_greeting_is_refused_in_words(
    shared_server: ServerProcess, connect: Connect, bad: Bad
) -> None:
    async with bare_socket(shared_server) as socket:
        await socket.send(bad.frame)
        refused = await answer(socket)
        assert isinstance(refused, Refused)
        assert refused.code == bad.code
        assert bad.detail.items() <= refused.detail.items()
        assert all(word in refused.text for word in bad.words)
        assert await status_of_end(socket) == 1008
    await (await connect(shared_server, "Bo")).create()


async def test_a_name_that_somebody_has(shared_server: ServerProcess) -> None:
    first = await ScriptedClient.connect(shared_server.url, "Zoë")
    async with bare_socket(shared_server) as socket:
        await socket.send(hello("ＺＯË"))
        refused = await answer(socket)
    assert isinstance(refused, Refused)
    assert refused.code == Code.NAME_TAKEN
    # The holder of the token may have it back, also while the old link stands.
    again = await ScriptedClient.connect(shared_server.url, "ＺＯË", token=first.token)
    assert again.welcome.player == first.welcome.player
    for client in (first, again):
        await client.close()


async def test_an_unknown_token_makes_a_new_player(shared_server: ServerProcess) -> None:
    async with bare_socket(shared_server) as socket:
        await socket.send(hello("Newcomer", token="f" * 48))
        welcome = await answer(socket)
    assert isinstance(welcome, Welcome)
    assert welcome.token != "f" * 48


async def test_a_second_hello(shared_server: ServerProcess, connect: Connect) -> None:
    ana = await connect(shared_server, "Ana")
    await ana.socket.send(encode(Hello(version=PROTOCOL, name="Bea")))
    await ana.until(lambda: bool(ana.loose))
    assert [one.code for one in ana.loose] == [Code.HELLO_TWICE]
    await ana.create()


@pytest.mark.parametrize("tried", [None, "", "knock", "Knock Knock"])
async def test_the_servers_password(start_server: StartServer, tried: str | None) -> None:
    server = await start_server(password="knock knock")
    async with bare_socket(server) as socket:
        await socket.send(encode(Hello(version=PROTOCOL, name="Ana", password=tried)))
        refused = await answer(socket)
        assert isinstance(refused, Refused)
        assert refused.code == Code.WRONG_PASSWORD
        assert await status_of_end(socket) == 1008
    ana = await ScriptedClient.connect(server.url, "Ana", password="knock knock")
    await ana.create()
    await ana.close()
    assert "knock" not in server.log()


async def test_a_hello_that_does_not_come(start_server: StartServer, connect: Connect) -> None:
    server = await start_server("--greet-within", "2")
    async with bare_socket(server) as socket:
        refused = await answer(socket)
        assert isinstance(refused, Refused)
        assert refused.code == Code.HELLO_LATE
        assert await status_of_end(socket) == 1008
    await (await connect(server, "Bo")).create()


async def test_more_clients_than_the_server_takes(start_server: StartServer, connect: Connect) -> None:
    server = await start_server("--max-connections", "1")
    ana = await connect(server, "Ana")
    async with bare_socket(server) as socket:
        await socket.send(hello(name="Bo"))
        refused = await answer(socket)
        assert isinstance(refused, Refused)
        assert refused.code == Code.SERVER_FULL
        assert "full" in refused.text
        assert await status_of_end(socket) == 1013
    await ana.create()
    await ana.close()
    await until_metrics(server, lambda now: now["triqueta_connections"] == 0)
    await (await connect(server, "Bo")).create()


async def test_guessing_the_password_takes_time(start_server: StartServer) -> None:
    server = await start_server(password="sesame")
    began = asyncio.get_running_loop().time()
    guesses = [refused_with(server, password=f"knot {number}") for number in range(30 + 10)]
    assert set(await asyncio.gather(*guesses)) == {Code.WRONG_PASSWORD}
    # Thirty at once, then ten a second, and each is answered a second later.
    assert asyncio.get_running_loop().time() - began >= 2.0
    questions = [refused_with(server) for _ in range(20)]  # to ask whether there is a password, is free
    assert set(await asyncio.gather(*questions)) == {Code.WRONG_PASSWORD}


async def refused_with(server: ServerProcess, **fields: Any) -> str:
    """Why a greeting is refused."""
    async with bare_socket(server) as link:
        await link.send(hello(**fields))
        said = await answer(link)
    assert isinstance(said, Refused)
    return said.code
