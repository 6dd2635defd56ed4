"""A stranger who claims to be a server, or listens on the way, gets nothing that works at the real one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from tests.ports import free_port
from tests.scripted import ScriptedClient
from tests.triqueta_tui.session.told import welcome
from tests.triqueta_tui.session.visiting import StartServer, Visitor
from triqueta_protocol.codec import decode_message, decode_request, encode, pack
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Refused, Welcome
from triqueta_protocol.login import CHALLENGE_HEADER, IDENTITY_HEADER, KeyPair, check_server, new_challenge
from triqueta_protocol.requests import Hello
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.known_servers import Remembered

Answer = Callable[[str], str | None]
"""From a challenge to what is said about the own identity."""


class Impostor:
    """Answers at an address, says what it likes, and keeps what it is told."""

    def __init__(self, answer: Answer, says: bytes) -> None:
        self._answer = answer
        self._says = says
        self.heard: list[bytes] = []

    def process(self, _socket: ServerConnection, request: Request, response: Response) -> None:
        said = self._answer(request.headers[CHALLENGE_HEADER])
        if said is not None:
            response.headers[IDENTITY_HEADER] = said

    async def serve(self, socket: ServerConnection) -> None:
        async for frame in socket:
            assert isinstance(frame, bytes)
            self.heard.append(frame)
            await socket.send(self._says)

    @property
    def hello(self) -> Hello:
        hello = decode_request(self.heard[0])
        assert isinstance(hello, Hello)
        return hello


@asynccontextmanager
async def answering(impostor: Impostor, port: int) -> AsyncIterator[None]:
    async with serve(impostor.serve, "127.0.0.1", port, process_response=impostor.process):
        yield


class Relay:
    """Somebody on the way, who passes on every byte and keeps a copy."""

    def __init__(self) -> None:
        self.copied = bytearray()

    @asynccontextmanager
    async def to(self, port: int) -> AsyncIterator[int]:
        """Relay to a port of this machine; gives the port it listens on."""

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while data := await reader.read(65536):
                self.copied += data
                writer.write(data)
            writer.close()

        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            there = await asyncio.open_connection("127.0.0.1", port)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(pass_on(reader, there[1]))
                tasks.create_task(pass_on(there[0], writer))

        relay = await asyncio.start_server(handle, "127.0.0.1", 0)
        async with relay:
            yield relay.sockets[0].getsockname()[1]


async def greet(port: int, hello: Hello | bytes, *, ask: bool) -> Welcome | Refused:
    """Say this hello to a server, with a challenge of one's own or without one."""
    headers = {CHALLENGE_HEADER: new_challenge().hex()} if ask else {}
    url = f"ws://127.0.0.1:{port}"
    async with connect(url, compression=None, proxy=None, additional_headers=headers) as socket:
        await socket.send(hello if isinstance(hello, bytes) else encode(hello))
        answer = await socket.recv()
        assert isinstance(answer, bytes)
        said = decode_message(answer)
        assert isinstance(said, Welcome | Refused)
        return said


async def login(port: int, pair: KeyPair, **fields: Any) -> Welcome | Refused:
    """Log in as anybody may, but for these fields of the hello."""
    challenge = new_challenge()
    headers, url = {CHALLENGE_HEADER: challenge.hex()}, f"ws://127.0.0.1:{port}"
    async with connect(url, compression=None, proxy=None, additional_headers=headers) as socket:
        assert socket.response is not None
        exchange = check_server(challenge, socket.response.headers[IDENTITY_HEADER])
        proof = {"key": pair.public, "signature": pair.sign(exchange)}
        await socket.send(pack({"t": "hello", "version": 1, "name": "Ana"} | proof | fields))
        answer = await socket.recv()
        assert isinstance(answer, bytes)
        said = decode_message(answer)
        assert isinstance(said, Welcome | Refused)
        return said


async def known_server(start: StartServer, ana: Visitor) -> tuple[int, str, bytes]:
    """A server that knows Ana and has ended since: its port, its identity, and Ana's public key."""
    server = await start("server")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        await visit.begin_game()
    await server.stop()
    identity = identity_of(ana)
    return server.port, identity, ana.keys.key(bytes.fromhex(identity)).public


def identity_of(ana: Visitor) -> str:
    """The identity of the server that was met last."""
    return list(msgspec.json.decode(ana.paths.servers.read_bytes(), type=Remembered).servers)[-1]


async def test_whoever_claims_its_identity_is_told_nothing(start: StartServer, ana: Visitor) -> None:
    port, identity, _ = await known_server(start, ana)
    stranger = KeyPair(bytes(32))

    def claim(challenge: str) -> str:
        answered = stranger.answer(challenge)
        assert answered is not None
        return " ".join([identity, *answered[0].split()[1:]])

    impostor = Impostor(claim, welcome())
    async with answering(impostor, port):
        with pytest.raises(LinkGoneError, match="unproven"):
            async with ana.visiting("127.0.0.1", port):
                pass
    assert impostor.heard == []


async def test_whoever_repeats_its_old_answer_is_told_nothing(start: StartServer, ana: Visitor) -> None:
    relay = Relay()
    server = await start("server")
    async with relay.to(server.port) as port, ana.visiting("127.0.0.1", port):
        pass
    said = relay.copied.split(IDENTITY_HEADER.encode() + b": ")[1].split(b"\r\n")[0].decode()
    await server.stop()
    impostor = Impostor(lambda _: said, welcome())
    async with answering(impostor, server.port):
        with pytest.raises(LinkGoneError, match="unproven"):
            async with ana.visiting("127.0.0.1", server.port):
                pass
    assert impostor.heard == []


async def test_whoever_tells_no_identity_is_told_nothing(ana: Visitor) -> None:
    impostor = Impostor(lambda _: None, welcome())
    async with serve(impostor.serve, "127.0.0.1", 0, process_response=impostor.process) as server:
        with pytest.raises(LinkGoneError, match="unproven"):
            async with ana.visiting("127.0.0.1", server.sockets[0].getsockname()[1]):
                pass
    assert impostor.heard == []


def answer_of(key: KeyPair) -> Answer:
    def answer(challenge: str) -> str | None:
        answered = key.answer(challenge)
        return answered[0] if answered else None

    return answer


async def test_another_server_at_its_address_is_shown_another_key(start: StartServer, ana: Visitor) -> None:
    port, _, key = await known_server(start, ana)
    impostor = Impostor(answer_of(KeyPair(bytes(32))), welcome())
    async with answering(impostor, port), ana.visiting("127.0.0.1", port) as visit:
        assert visit.standing == "another"
    assert impostor.hello.key not in {None, key}
    assert impostor.hello.token is None


async def test_who_listens_on_the_way_learns_nothing_that_works_again(
    start: StartServer, ana: Visitor
) -> None:
    relay = Relay()
    server = await start("server")
    async with relay.to(server.port) as port:
        async with ana.visiting("127.0.0.1", port) as visit:
            player = visit.player
            await visit.begin_game()
        async with ana.visiting("127.0.0.1", port) as visit:
            assert visit.player == player
    assert b"Ana" in relay.copied, "it has heard everything else"
    assert ana.keys.read().secret not in relay.copied
    hello = overheard(relay)
    for ask in (False, True):
        answer = await greet(server.port, hello, ask=ask)
        assert isinstance(answer, Refused)
        assert answer.code == Code.BAD_LOGIN


def overheard(relay: Relay) -> Hello:
    """The first hello among the bytes that went by, which a client has masked."""
    copied = bytes(relay.copied)
    at = copied.index(b"\x82\xfe", copied.index(b"Sec-WebSocket-Accept"))
    size = int.from_bytes(copied[at + 2 : at + 4])
    mask, masked = copied[at + 4 : at + 8], copied[at + 8 : at + 8 + size]
    hello = decode_request(bytes(byte ^ mask[place % 4] for place, byte in enumerate(masked)))
    assert isinstance(hello, Hello)
    assert hello.signature is not None
    return hello


async def test_a_stranger_cannot_relay_a_login_to_the_real_server(start: StartServer, ana: Visitor) -> None:
    """It shows its own identity, and says to the real server what it was told."""
    server = await start("server")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        await visit.begin_game()
    stranger = Impostor(answer_of(KeyPair(bytes(32))), welcome())
    port = free_port()
    async with (
        serve(stranger.serve, "127.0.0.1", port, process_response=stranger.process),
        ana.visiting("127.0.0.1", port),
    ):
        pass
    answer = await greet(server.port, stranger.hello, ask=True)
    assert isinstance(answer, Refused)
    assert answer.code == Code.BAD_LOGIN


async def test_a_stranger_cannot_have_a_login_made_for_another_connection(
    start: StartServer, ana: Visitor
) -> None:
    """It passes the real server's answer on, and uses the hello on a connection of its own."""
    server = await start("server")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        await visit.begin_game()

    async def ask_the_real_one(challenge: str) -> str:
        url = f"ws://127.0.0.1:{server.port}"
        headers = {CHALLENGE_HEADER: challenge}
        async with connect(url, compression=None, proxy=None, additional_headers=headers) as socket:
            assert socket.response is not None
            return socket.response.headers[IDENTITY_HEADER]

    stranger = Impostor(lambda _: None, welcome())

    async def pass_on(_socket: ServerConnection, request: Request, response: Response) -> None:
        response.headers[IDENTITY_HEADER] = await ask_the_real_one(request.headers[CHALLENGE_HEADER])

    port = free_port()
    async with (
        serve(stranger.serve, "127.0.0.1", port, process_response=pass_on),
        ana.visiting("127.0.0.1", port),
    ):
        pass
    answer = await greet(server.port, stranger.hello, ask=True)
    assert isinstance(answer, Refused)
    assert answer.code == Code.BAD_LOGIN


async def test_swapped_and_truncated_logins_fail(start: StartServer) -> None:
    server, ana, bo = await start("server"), KeyPair(b"ana".ljust(32)), KeyPair(b"bo".ljust(32))
    welcomed = await login(server.port, ana)
    assert isinstance(welcomed, Welcome)
    assert welcomed.token == ""
    wrong: list[tuple[dict[str, Any], Code]] = [
        ({"key": bo.public}, Code.BAD_LOGIN),
        ({"signature": bytes(64)}, Code.BAD_LOGIN),
        ({"signature": None}, Code.BAD_LOGIN),
        ({"signature": bytes(63)}, Code.BAD_FIELDS),
        ({"key": ana.public[:31]}, Code.BAD_FIELDS),
        ({"key": ana.public.hex()}, Code.BAD_FIELDS),
    ]
    for fields, code in wrong:
        refused = await login(server.port, ana, **fields)
        assert isinstance(refused, Refused)
        assert refused.code == code, fields
    again = await login(server.port, ana)
    assert isinstance(again, Welcome)
    assert again.player == welcomed.player


async def test_a_program_without_a_key_gets_a_token_and_is_known_by_it(start: StartServer) -> None:
    server = await start("server")
    bot = await ScriptedClient.connect(server.url, "Bot")
    assert len(bot.token) == 48
    await bot.close()
    again = await ScriptedClient.connect(server.url, "Bot", token=bot.token)
    assert (again.welcome.player, again.token) == (bot.welcome.player, bot.token)
    await again.close()
