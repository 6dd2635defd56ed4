"""Strangers at the browser gateway: half requests, nonsense, guesses, borrowed names. Nobody else notices."""

import asyncio
import json
import re
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple, Self

import pytest
from websockets.asyncio.client import connect as connect_socket

from tests.integration.conftest import GENEROUS
from tests.integration.pages import Page, metrics, read_page, until_metrics
from tests.serving import ServerProcess

NEWCOMERS = 60
"""Connections from one address that are not a guest's line to the game."""


class WebGateway(NamedTuple):
    server: ServerProcess
    port: int

    @classmethod
    def of(cls, server: ServerProcess) -> Self:
        assert server.process.stdout is not None
        return cls(server, int(server.process.stdout.readline().decode().rpartition(":")[2]))

    async def call(self, source: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))

    async def ask(self, what: str, source: str = "127.0.0.1", body: str = "", **headers: str) -> Page:
        """One request with these headers; underscores stand for hyphens."""
        all_headers: Mapping[str, str] = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": f"http://127.0.0.1:{self.port}",
            "Connection": "close",
            "Content-Length": str(len(body)),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in all_headers.items())
        reader, writer = await self.call(source)
        writer.write(f"{what} HTTP/1.1\r\n{lines}\r\n{body}".encode())
        said = await reader.read()
        writer.close()
        return read_page(said)

    async def line(self) -> connect_socket:
        """A guest's line to the game."""
        entered = await self.ask("POST /identity", body="sesame")
        shown = re.search("triqueta_pass=[^;]+", entered.headers["set-cookie"])
        assert shown is not None
        return connect_socket(
            f"ws://127.0.0.1:{self.port}/ws?width=80&height=24",
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]  # any text
            additional_headers={"Cookie": shown[0]},
            proxy=None,
        )


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebGateway]:
    """A server with a password and one named proxy, for all tests here."""
    options = ("--web", "0", "--trusted-proxy", "127.0.0.9", *GENEROUS)
    opened = WebGateway.of(ServerProcess.launch(tmp_path_factory.mktemp("web"), *options, password="sesame"))
    yield opened
    assert opened.server.end(signal.SIGTERM) == 0
    assert "Traceback" not in opened.server.log()


async def test_half_requests_do_not_keep_others_out(web: WebGateway) -> None:
    lines = [await web.call("127.0.0.2") for _ in range(NEWCOMERS)]
    for _, writer in lines:
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
    for _ in range(20):
        # One that is turned away may be gone before it knows that it came.
        with suppress(ConnectionResetError):
            lines.append(await web.call("127.0.0.2"))
            assert await lines[-1][0].read() == b""
    assert (await web.ask("GET /")).status == 200
    assert web.server.log().count("address=127.0.0.2 reason=too_many_from_address") == 20
    for _, writer in lines:
        writer.close()


@pytest.mark.parametrize(
    "nonsense",
    [
        b"GET / HTTP/1.1\r\nno colon here\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: minus one\r\n\r\n",
        b"POST /identity HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
        b"GET /\x1b[31m HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64) + b"\r\n\r\n",
    ],
)
async def test_what_is_not_http_is_a_line_in_the_log_and_no_more(web: WebGateway, nonsense: bytes) -> None:
    before = web.server.log()
    reader, writer = await web.call()
    writer.write(nonsense)
    writer.write_eof()
    with suppress(ConnectionResetError):
        await reader.read()
    writer.close()
    assert (await web.ask("GET /")).status == 200
    # Guests of other tests may still be leaving.
    said = [line for line in web.server.logged_since(before) if "guest disconnected" not in line]
    assert len(said) <= 1
    assert "\x1b" not in "".join(said)


async def test_deep_json_on_the_line_does_no_harm(web: WebGateway) -> None:
    async with await web.line() as guest:
        await guest.send("[" * 60_000)
        await guest.send(json.dumps(["ping", "still there"]))
        while json.dumps(["pong", "still there"]) != (heard := await guest.recv()):
            assert heard


async def test_hanging_up_at_any_moment_of_the_start_leaves_no_traceback(web: WebGateway) -> None:
    """The fixture looks at the log in the end."""
    for step in range(10):
        async with await web.line():
            await asyncio.sleep(step * 0.01)


async def test_guesses_are_slow_and_logged_and_friends_get_in_meanwhile(web: WebGateway) -> None:
    began = time.monotonic()
    guessing = [asyncio.create_task(web.ask("POST /identity", "127.0.0.3", body="open")) for _ in range(3)]
    assert (await web.ask("POST /identity", body="sesame")).status == 204
    neighbour = asyncio.create_task(web.ask("POST /identity", "127.0.0.3", body="sesame"))
    assert [(await each).status for each in guessing] == [401] * 3
    assert (await neighbour).status == 204
    assert web.server.log().count("wrong gateway password gateway=web address=127.0.0.3") == 3
    assert time.monotonic() - began > 3 - 0.5, "one a second, whatever the number of lines"


async def test_the_metrics_tell_the_gateways_apart(web: WebGateway) -> None:
    wrong = 'triqueta_wrong_passwords_total{gateway="web"}'
    before = (await metrics(web.server))[wrong]
    assert (await web.ask("POST /identity", "127.0.0.5", body="open")).status == 401
    guests = 'triqueta_guests{gateway="web"}'  # those of other tests may still be leaving
    await until_metrics(web.server, lambda now: now[wrong] > before and now[guests] == 0)


@pytest.mark.parametrize(
    ("source", "headers", "status"),
    [
        ("127.0.0.1", {}, 204),
        ("127.0.0.1", {"Host": "rebound.example", "Origin": "http://rebound.example"}, 421),
        ("127.0.0.1", {"Origin": "http://elsewhere.example"}, 403),
        ("127.0.0.9", {"Host": "game.example", "Origin": "https://game.example"}, 204),
        ("127.0.0.9", {"X_Forwarded_Proto": "https"}, 403),
    ],
)
async def test_a_page_speaks_for_its_own_server_only(
    web: WebGateway, source: str, headers: dict[str, str], status: int
) -> None:
    assert (await web.ask("POST /identity", source, body="sesame", **headers)).status == status


@pytest.mark.parametrize(("source", "believed"), [("127.0.0.1", False), ("127.0.0.9", True)])
async def test_only_a_named_proxy_says_that_the_browser_spoke_tls(
    web: WebGateway, source: str, believed: bool
) -> None:
    origin = f"{'https' if believed else 'http'}://127.0.0.1:{web.port}"
    entered = await web.ask("POST /identity", source, body="sesame", Origin=origin, X_Forwarded_Proto="https")
    assert ("Secure" in entered.headers["set-cookie"]) == believed


async def test_a_made_up_address_is_not_believed(web: WebGateway) -> None:
    guess = {"body": "open", "X_Forwarded_For": "203.0.113.7"}
    await web.ask("POST /identity", "127.0.0.1", **guess)
    assert "203.0.113.7" not in web.server.log()
    await web.ask("POST /identity", "127.0.0.9", **guess)
    assert "wrong gateway password gateway=web address=203.0.113.7" in web.server.log()
