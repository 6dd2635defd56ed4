"""A stranger who claims to be a server, or listens on the way, gets nothing that works at the real one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from tests.triqueta_tui.session.told import welcome
from tests.triqueta_tui.session.visiting import StartServer, Visitor
from triqueta_protocol.codec import decode_message, decode_request, encode
from triqueta_protocol.events import Welcome
from triqueta_protocol.identity import Challenge, ServerKey
from triqueta_protocol.meeting import CHALLENGE_HEADER, IDENTITY_HEADER, hash_token
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


async def greet(port: int, hello: Hello, *, ask: bool) -> Welcome:
    """Say this hello to a server, with a challenge of one's own or without one."""
    headers = {CHALLENGE_HEADER: Challenge().public.hex()} if ask else {}
    url = f"ws://127.0.0.1:{port}"
    async with connect(url, compression=None, proxy=None, additional_headers=headers) as socket:
        await socket.send(encode(hello))
        answer = await socket.recv()
        assert isinstance(answer, bytes)
        welcome = decode_message(answer)
        assert isinstance(welcome, Welcome)
        return welcome


async def known_server(start: StartServer, ana: Visitor) -> tuple[int, str, str]:
    """A server that knows Ana and has ended since: its port, its identity, and Ana's token."""
    server = await start("server")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        await visit.begin_game()
        token = visit.token
    await server.stop()
    return server.port, identity_of(ana), token


def identity_of(ana: Visitor) -> str:
    """The identity of the server that was met last."""
    return list(msgspec.json.decode(ana.paths.servers.read_bytes(), type=Remembered).servers)[-1]


async def test_whoever_claims_its_identity_is_told_nothing(start: StartServer, ana: Visitor) -> None:
    port, identity, _ = await known_server(start, ana)
    stranger = ServerKey(bytes(32))

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


def answer_of(key: ServerKey) -> Answer:
    def answer(challenge: str) -> str | None:
        answered = key.answer(challenge)
        return answered[0] if answered else None

    return answer


async def test_another_server_at_its_address_is_not_shown_its_tokens(
    start: StartServer, ana: Visitor
) -> None:
    port, identity, token = await known_server(start, ana)
    impostor = Impostor(answer_of(ServerKey(bytes(32))), welcome())
    async with answering(impostor, port), ana.visiting("127.0.0.1", port) as visit:
        assert visit.standing == "another"
    assert (impostor.hello.token, impostor.hello.who, impostor.hello.proof) == (None, None, None)
    assert ana.memory.token("anywhere", "Ana", identity) == token, "what is known of the real one stays"


async def test_whoever_pretends_to_recognise_a_player_is_found_out(ana: Visitor) -> None:
    """A server may have forgotten a player; the token stays where it is."""
    key = ServerKey(bytes(32))
    identity = key.public.hex()
    impostor = Impostor(answer_of(key), welcome(token="", proof=bytes(32)))
    async with serve(impostor.serve, "127.0.0.1", 0, process_response=impostor.process) as server:
        port = server.sockets[0].getsockname()[1]
        ana.memory.keep_token(f"127.0.0.1:{port}", "Ana", "a token", identity)
        with pytest.raises(LinkGoneError, match="nonsense"):
            async with ana.visiting("127.0.0.1", port):
                pass
    assert impostor.hello.token is None
    assert impostor.hello.who == hash_token("a token")[:8]
    assert ana.memory.token(f"127.0.0.1:{port}", "Ana", identity) == "a token"


async def test_who_listens_on_the_way_learns_no_token(start: StartServer, ana: Visitor) -> None:
    relay = Relay()
    server = await start("server")
    async with relay.to(server.port) as port:
        async with ana.visiting("127.0.0.1", port) as visit:
            player, token = visit.player, visit.token
            await visit.begin_game()
        async with ana.visiting("127.0.0.1", port) as visit:
            assert (visit.player, visit.token) == (player, token)
    assert b"Ana" in relay.copied, "it has heard everything else"
    for secret in (token.encode(), bytes.fromhex(token), hash_token(token)):
        assert secret not in relay.copied


@pytest.mark.parametrize("ask", [False, True], ids=["without a challenge", "with a challenge"])
async def test_a_proof_works_on_one_connection_only(start: StartServer, ana: Visitor, ask: bool) -> None:
    server = await start("server")
    async with ana.visiting("127.0.0.1", server.port) as visit:
        player = visit.player
        await visit.begin_game()
    proofs: list[Hello] = []

    async def overhear(socket: ServerConnection) -> None:
        """Take the hello that is meant for the real server, whose answer was passed on."""
        frame = await socket.recv()
        assert isinstance(frame, bytes)
        hello = decode_request(frame)
        assert isinstance(hello, Hello)
        proofs.append(hello)

    async def ask_the_real_one(challenge: str) -> str:
        url = f"ws://127.0.0.1:{server.port}"
        headers = {CHALLENGE_HEADER: challenge}
        async with connect(url, compression=None, proxy=None, additional_headers=headers) as socket:
            assert socket.response is not None
            return socket.response.headers[IDENTITY_HEADER]

    async def pass_on(_socket: ServerConnection, request: Request, response: Response) -> None:
        response.headers[IDENTITY_HEADER] = await ask_the_real_one(request.headers[CHALLENGE_HEADER])

    async with serve(overhear, "127.0.0.1", 0, process_response=pass_on) as stranger:
        port = stranger.sockets[0].getsockname()[1]
        with pytest.raises(LinkGoneError):
            async with ana.visiting("127.0.0.1", port):
                pass
    (stolen,) = proofs
    assert stolen.proof is not None
    answer = await greet(
        server.port, Hello(stolen.version, "Eve", who=stolen.who, proof=stolen.proof), ask=ask
    )
    assert answer.player != player
    assert answer.seats == ()
