"""The game in a real headless Chromium that can reach nothing but this machine."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import psutil
import pytest
from aiohttp import ClientSession
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_socket
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from tests import PATIENCE
from tests.integration.browser import Browser, Page, chromium
from tests.integration.choosers import eager
from tests.integration.conftest import ROOMY, Connect, StartServer
from tests.integration.web import HOME, WebServer, come_in
from tests.keyboard import asked
from tests.programs import require
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.requests import Ready, Start


@pytest.fixture
def program(request: pytest.FixtureRequest) -> str:
    """Where Chromium is."""
    return require(request.node.name, "chromium", "chromium-browser", "google-chrome")


@pytest.fixture
async def browser(program: str) -> AsyncIterator[Browser]:
    """A browser for one test."""
    async with chromium(program) as opened:
        yield opened


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server for the tests that leave it as it is."""
    opened = WebServer.of(ServerProcess.launch(tmp_path_factory.mktemp("web"), "--web", "0", *ROOMY))
    yield opened
    assert opened.server.end(signal.SIGTERM) == 0
    assert "Traceback" not in opened.server.log()


async def message(page: Page) -> object:
    """What the page itself says."""
    return await page.evaluate("document.getElementById('message').textContent")


async def sit_down(host: ScriptedClient, code: str, page: Page) -> None:
    """From the home screen to a seat, by keys; then the host begins."""
    await page.wait_for(HOME)
    await page.press("c")
    await page.wait_for("Password")
    await page.press(*code, "enter")
    await page.wait_for("Host")
    await page.press("r")
    await host.until(lambda: host.mirrors[code].room.seats[-1].ready)
    await host.ask(Ready(id=host.next_id(), table=code))
    await host.ask(Start(id=host.next_id(), table=code))
    await page.wait_for("Round 1 of 4")


async def play(page: Page, most: int = 400) -> None:
    """A whole game by keyboard: draw twice, then take a row."""
    drawn = 0
    for _ in range(most):
        ask, rows = asked(await page.wait_for(lambda text: asked(text)[0] is not None))
        if ask == "over":
            return
        if ask == "turn" and drawn < 2:
            drawn += 1
            await page.press("d")
        elif ask in {"turn", "take"}:
            drawn = 0
            await page.press(rows[0])
        elif ask == "place":
            await page.press(rows[0])
        else:
            await page.press("enter")
        # Frames come in pieces: only another question says that this one was answered.
        await page.wait_for(lambda now, ask=ask: asked(now)[0] != ask)  # type: ignore[misc]
    raise AssertionError(f"the game does not end. The screen:\n{page.text}")


async def test_the_page_needs_nothing_from_outside_and_takes_keys_at_once(
    web: WebServer, browser: Browser
) -> None:
    page = await browser.new_page()
    await come_in(page, web.url)
    await page.wait_for(HOME)
    assert all(re.match(r"(http|ws)://127\.0\.0\.1:", one) for one in page.asked_for)
    assert not [one for one in page.complaints if "Password forms" not in one]
    assert await page.evaluate("document.title") == f"Triqueta · {await _server_name(page)}"
    assert await page.evaluate("fetch('/page/favicon.svg').then(answer => answer.ok)")
    # Nobody has clicked anywhere.
    await page.press("r")
    await page.wait_for("Esc close")


async def test_a_key_moves_the_cursor(web: WebServer, browser: Browser) -> None:
    page = await browser.new_page()
    await come_in(page, web.url)
    await page.wait_for(HOME)
    await page.press("down", "enter")
    # The second entry shows the open tables.
    await page.wait_for("connected")


async def test_a_whole_game(web: WebServer, browser: Browser, connect: Connect) -> None:
    page = await browser.new_page()
    host = await connect(web.server, "Host")
    code = await host.create(settings={"seats": 2}, seed="browser")
    await come_in(page, web.url)
    await sit_down(host, code, page)
    playing = asyncio.create_task(host.play(code, eager(5)))
    await play(page)
    await playing
    assert host.public(code).scores is not None


async def test_a_refresh_keeps_the_seat(web: WebServer, browser: Browser, connect: Connect) -> None:
    page = await browser.new_page()
    host = await connect(web.server, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 1})
    await come_in(page, web.url)
    await sit_down(host, code, page)
    await page.reload()
    await page.wait_for(lambda text: page.lines > 1 and "draw a token" in text)
    await host.until(lambda: host.mirrors[code].room.seats[1].present)
    cookies = (await browser.tell("Storage.getCookies"))["cookies"]
    (cookie,) = [cookie for cookie in cookies if cookie["name"] == "triqueta"]
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Strict"
    assert await page.evaluate("document.cookie") == ""


async def test_a_guest_is_known_by_a_cookie_that_the_gateway_made_and_by_nothing_else(
    web: WebServer, connect: Connect
) -> None:
    host = await connect(web.server, "Host")
    code = await host.create(settings={"seats": 5})
    cookie = await _new_cookie(web)
    forged = cookie[:-1] + ("1" if cookie.endswith("0") else "0")
    line = f"{web.url.replace('http', 'ws')}/ws?width=80&height=24&table={code}"
    for shown, seats in ((cookie, 2), (cookie, 2), (forged, 3), (forged, 4), (None, 5)):
        headers = {"Cookie": f"triqueta={shown}"} if shown else {}
        async with connect_socket(line, origin=web.url, proxy=None, additional_headers=headers) as guest:  # type: ignore[arg-type]
            if not _has_players(host, code, seats):
                await _shown(guest, b"Your name")
                await guest.send('["stdin", "Mia\\r"]')
            drawing = asyncio.create_task(_shown(guest, b"Tell your friends"))
            await host.until(lambda seats=seats: _has_players(host, code, seats))  # type: ignore[misc]
            await drawing
        await host.until(lambda seats=seats: not host.mirrors[code].room.seats[seats - 1].present)  # type: ignore[misc]
    names = [seat.name for seat in host.mirrors[code].room.seats]
    assert names[1:] == ["Mia", "Mia 2", "Mia 3", "Mia 4"]


def _has_players(host: ScriptedClient, code: str, seats: int) -> bool:
    """Whether so many people own a seat at a table."""
    return sum(seat.kind == "player" for seat in host.mirrors[code].room.seats) == seats


async def _new_cookie(web: WebServer) -> str:
    async with (
        ClientSession() as visitor,
        visitor.post(f"{web.url}/identity", headers={"Origin": web.url}) as answer,
    ):
        return answer.cookies["triqueta"].value


async def test_a_line_that_is_lost_comes_back_by_itself(start_server: StartServer, browser: Browser) -> None:
    web = WebServer.of(await start_server("--web", "0", *ROOMY))
    page = await browser.new_page()
    await come_in(page, web.url)
    await page.wait_for(HOME)
    family = psutil.Process(web.server.pid).children(recursive=True)
    assert len(family) >= 3
    await web.server.kill()
    _, alive = await asyncio.to_thread(psutil.wait_procs, family, timeout=PATIENCE)
    assert not alive
    await page.until("!document.body.classList.contains('-playing')")
    assert "shutting down" in str(await message(page))
    port = web.url.rpartition(":")[2]
    await start_server("--web", port, *ROOMY)
    await page.wait_for(lambda text: page.lines > 1 and HOME in text)


async def test_quitting_says_goodbye(web: WebServer, browser: Browser) -> None:
    page = await browser.new_page()
    await come_in(page, web.url)
    await page.wait_for(HOME)
    await page.press("q")
    await page.until("!document.getElementById('again').hidden")
    assert await page.evaluate("document.getElementById('message').textContent") == "You have left the table."
    await page.press("enter")
    await page.wait_for(HOME)


async def test_the_language_is_the_browsers(web: WebServer, program: str) -> None:
    async with chromium(program, language="de-AT,de") as browser:
        page = await browser.new_page()
        await page.go(web.url)
        await page.wait_for("Dein Name")
        await page.press("enter")
        await page.wait_for("F1 Regeln")
        assert await page.evaluate("document.documentElement.lang") == "de"


async def test_the_password_of_the_server(start_server: StartServer, browser: Browser) -> None:
    web = WebServer.of(await start_server("--web", "0", *ROOMY, password="sesame"))
    page = await browser.new_page()
    await page.go(web.url)
    await page.until("!document.getElementById('password').hidden")
    await page.press(*"open", "enter")
    await page.until("document.getElementById('message').textContent === 'That’s not the right password.'")
    await page.press(*"sesame", "enter")
    await page.wait_for("Your name")
    await page.press("enter")
    await page.wait_for(HOME)
    await page.reload()
    await page.wait_for(HOME)
    assert "sesame" not in web.server.log()


async def test_a_foreign_page_gets_no_line(web: WebServer) -> None:
    line = web.url.replace("http", "ws") + "/ws"
    for origin in ("http://elsewhere.example", "null", None):
        with pytest.raises(InvalidStatus) as refused:
            await connect_socket(line, origin=origin, proxy=None)  # type: ignore[arg-type]  # any will do
        assert refused.value.response.status_code == 403


async def test_no_more_guests_than_allowed_and_no_longer(start_server: StartServer) -> None:
    limits = ("--max-guests", "1", "--guest-idle", "6")
    web = WebServer.of(await start_server("--web", "0", *limits, *ROOMY))
    line = web.url.replace("http", "ws") + "/ws?width=80&height=24"
    async with connect_socket(line, origin=web.url, proxy=None) as first:  # type: ignore[arg-type]
        assert b"1049h" in await _drawn(first.recv())
        async with connect_socket(line, origin=web.url, proxy=None) as second:  # type: ignore[arg-type]
            await second.wait_closed()
            assert (second.close_code, second.close_reason) == (4000, "full")
        with suppress(ConnectionClosedError):
            while True:
                await first.recv()
        assert (first.close_code, first.close_reason) == (4000, "idle")


async def test_nonsense_on_the_line_does_no_harm(web: WebServer) -> None:
    line = web.url.replace("http", "ws") + "/ws?width=99999999&height=-3"
    async with connect_socket(line, origin=web.url, proxy=None) as guest:  # type: ignore[arg-type]
        assert b"1049h" in await _drawn(guest.recv())
        await _shown(guest, b"Your name")
        for said in ("", "{", "[]", '["stdin"]', '["stdin", 5]', '["resize", {"width": "x"}]', '["quit"]'):
            await guest.send(said)
        await guest.send('["stdin", "\\ud800\\u001b[99999999;1u"]')
        await guest.send('["resize", {"width": 1000000000, "height": 1000000000}]')
        await guest.send(b"\x00\xff")
        await guest.send('["stdin", "\\r"]')
        await _shown(guest, b"until next time")
        await guest.send('["stdin", "r"]')
        await _shown(guest, b"Esc")


async def _shown(line: ClientConnection, words: bytes) -> None:
    """Wait until the game has drawn these words."""
    heard = b""
    while words not in heard:
        heard += await _drawn(line.recv())


async def _drawn(frame: object) -> bytes:
    said = await frame  # type: ignore[misc]
    return said if isinstance(said, bytes) else b""


async def _server_name(page: Page) -> str:
    name: str = await page.evaluate("document.title.split(' · ')[1]")
    assert name
    return name
