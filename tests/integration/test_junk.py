"""Whatever else knocks at the port: answered or hung up on, one log line at most, and games go on."""

import random
import re
import ssl

import pytest
from websockets.asyncio.client import connect as websocket
from websockets.exceptions import InvalidStatus

from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import begin, play_out
from tests.integration.pages import page, read_page
from tests.integration.wires import bare_port, told_to_port
from tests.serving import ServerProcess

UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: dHJpcXVldGEtdHJpcXVldA==\r\n"


def client_hello() -> bytes:
    """The first flight of a TLS handshake."""
    outgoing = ssl.MemoryBIO()
    tls = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost")
    with pytest.raises(ssl.SSLWantReadError):
        tls.do_handshake()
    return outgoing.read()


HUNG_UP_ON: dict[str, bytes] = {
    "a TLS handshake": client_hello(),
    "random bytes": random.Random(1).randbytes(4096) + b"\n",
    "a form that is posted": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nmove=1",
    "SSH": b"SSH-2.0-OpenSSH_9.9\r\n",
    "SMTP": b"EHLO there\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a header that is none": b"GET / HTTP/1.1\r\nno colon here\r\n\r\n",
    "a frame that is none behind the request": (
        f"GET / HTTP/1.1\r\nHost: a\r\n{UPGRADE}{KEY}\r\n".encode() + b"\x81\x05[[[[["
    ),
    "a frame that is none behind the request for a page": b"GET /ws HTTP/1.1\r\nHost: a\r\n\r\n\x81\x05[[[[[",
}

ANSWERED: dict[str, tuple[int, bytes]] = {
    "GET /": (426, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    "GET /favicon.ico": (404, b"GET /favicon.ico HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a path as long as a novel": (414, b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n"),
    "POST without a body": (426, b"POST / HTTP/1.1\r\nHost: a\r\n\r\n"),
    "headers without end": (431, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 500 + b"\r\n"),
    "another version of WebSocket": (
        400,
        f"GET / HTTP/1.1\r\nHost: a\r\n{UPGRADE}{KEY}\r\n".replace("13", "8").encode(),
    ),
    "WebSocket without a key": (400, f"GET / HTTP/1.1\r\nHost: a\r\n{UPGRADE}\r\n".encode()),
    "WebSocket elsewhere": (404, f"GET /chat HTTP/1.1\r\nHost: a\r\n{UPGRADE}{KEY}\r\n".encode()),
    "WebSocket from a web page": (
        403,
        f"GET / HTTP/1.1\r\nHost: a\r\nOrigin: https://a\r\n{UPGRADE}{KEY}\r\n".encode(),
    ),
}


@pytest.mark.parametrize("said", HUNG_UP_ON.values(), ids=list(HUNG_UP_ON))
async def test_what_is_not_http_is_hung_up_on(
    shared_server: ServerProcess, connect: Connect, said: bytes
) -> None:
    before = await quiet_log(shared_server)
    assert b"101 Switching Protocols" not in await told_to_port(shared_server, said)
    await still_plays(shared_server, connect)
    assert_one_line(shared_server, before)


@pytest.mark.parametrize(("status", "said"), ANSWERED.values(), ids=list(ANSWERED))
async def test_http_that_is_no_client_is_answered(
    shared_server: ServerProcess, connect: Connect, status: int, said: bytes
) -> None:
    before = await quiet_log(shared_server)
    assert read_page(await told_to_port(shared_server, said)).status == status
    await still_plays(shared_server, connect)
    assert_one_line(shared_server, before)


async def test_a_browser_cannot_speak_for_its_reader(shared_server: ServerProcess) -> None:
    with pytest.raises(InvalidStatus) as caught:
        await websocket(shared_server.url, origin="http://localhost", proxy=None)  # type: ignore[arg-type] # any text
    assert caught.value.response.status_code == 403


HALVES = {
    "nothing": b"",
    "the beginning of a line": b"GET / HT",
    "headers without their end": f"GET / HTTP/1.1\r\nHost: a\r\n{UPGRADE}".encode(),
    "zeros": bytes(4096),
}


@pytest.mark.parametrize("half", HALVES.values(), ids=list(HALVES))
async def test_half_a_handshake_and_silence(start_server: StartServer, connect: Connect, half: bytes) -> None:
    server = await start_server(*GENEROUS, "--greet-within", "2")
    before = await quiet_log(server)
    assert await told_to_port(server, half) == b""
    await still_plays(server, connect)
    assert_one_line(server, before)


async def test_strangers_who_leave_at_once(shared_server: ServerProcess, connect: Connect) -> None:
    before = await quiet_log(shared_server)
    for said in (b"", b"GET / HTTP/1.1\r\n"):
        async with bare_port(shared_server) as (_, writer):
            writer.write(said)
            writer.transport.abort()
    await still_plays(shared_server, connect)
    assert len(lines_about_others(shared_server, before)) <= 2


async def quiet_log(server: ServerProcess) -> str:
    """The log, with all that is said about those who came before."""
    assert (await page(server, "/healthz")).status == 200
    return server.log()


async def still_plays(server: ServerProcess, connect: Connect) -> None:
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    await play_out(await begin(ana, bo), ana, bo)


def assert_one_line(server: ServerProcess, before: str) -> None:
    """One line at most, beside those of the two who came to play."""
    assert len(lines_about_others(server, before)) <= 1


def lines_about_others(server: ServerProcess, before: str) -> list[str]:
    """What was logged since then, without those who came to play and their tables."""
    new = server.logged_since(before)
    return [line for line in new if not re.search(r"connected .* name=(Ana|Bo)|table (opened|closed) ", line)]
