"""Guests with a browser are people: a code leads to its table, and a cookie brings name and settings back."""

import signal
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from aiohttp import ClientSession

from tests.integration.browser import Browser, Page, chromium
from tests.integration.conftest import ROOMY, Connect
from tests.integration.web import HOME, WebServer, come_in
from tests.programs import require
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.requests import Kick

ROOM = "Tell your friends"


@pytest.fixture
async def browser(request: pytest.FixtureRequest) -> AsyncIterator[Browser]:
    program = require(request.node.name, "chromium", "chromium-browser", "google-chrome")
    async with chromium(program) as opened:
        yield opened


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server for all tests here."""
    opened = WebServer.of(ServerProcess.launch(tmp_path_factory.mktemp("web"), "--web", "0", *ROOMY))
    yield opened
    assert opened.server.end(signal.SIGTERM) == 0
    assert "Traceback" not in opened.server.log()


def names(host: ScriptedClient, code: str) -> list[str]:
    return [seat.name for seat in host.mirrors[code].room.seats if seat.kind == "player"]


def room(code: str) -> Callable[[str], bool]:
    return lambda text: ROOM in text and f"table {code}" in text


async def load_again(page: Page) -> None:
    """Reload, and wait until nothing is left of what was drawn before."""
    lines = page.lines
    await page.reload()
    await page.wait_for(lambda _: page.lines > lines)


async def test_a_code_in_the_address_leads_to_its_table_and_the_name_stays(
    web: WebServer, browser: Browser, connect: Connect
) -> None:
    host = await connect(web.server, "Host")
    first = await host.create(settings={"seats": 3})
    page = await browser.new_page()
    await come_in(page, f"{web.url}/{first.lower()}", "Mia")
    text = await page.wait_for(ROOM)
    assert names(host, first)[1:] == ["Mia"]
    assert f"{web.url}/{first}" in text
    # Another table's address brings the same person there, without a question.
    second = await host.create(settings={"seats": 3})
    await page.go(f"{web.url}/{second}")
    await page.wait_for(room(second))
    assert names(host, second)[1:] == ["Mia"]
    # Loaded again, the page goes on where it was, also if its address is that of a table left since.
    await load_again(page)
    await page.wait_for(room(second))
    await host.ask(Kick(id=host.next_id(), table=second, seat=1))
    await page.wait_for(HOME)
    await load_again(page)
    await page.wait_for(room(first))


async def test_settings_stay_with_the_cookie(web: WebServer, browser: Browser) -> None:
    page = await browser.new_page()
    await come_in(page, web.url, "Uwe")
    await page.wait_for(HOME)
    await page.press("s")
    await page.wait_for("Your display name")
    assert "Uwe" in page.text
    await page.press("down")
    await page.wait_for("The language of everything")
    await page.press("l", "l")
    await page.wait_for("Einstellungen")
    await page.go(web.url)
    await page.wait_for("F1 Regeln")
    await page.press("s")
    text = await page.wait_for("Dein Anzeigename")
    assert "Uwe" in text


@pytest.mark.parametrize("path", ["/KNRTKNRTKNRTK", "/KNOT", "/KNR", "/KNRT/x", "/knrt.html"])
async def test_what_is_no_code_is_no_page(web: WebServer, path: str) -> None:
    async with ClientSession() as session, session.get(web.url + path) as answer:
        assert answer.status == 404
