"""Two servers behind one address, as docs/several-servers.md has it: codes and cookies lead to their own."""

import asyncio
import secrets
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from websockets.asyncio.client import connect as connect_socket
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.integration.conftest import ROOMY
from tests.integration.web import WebServer
from tests.nginx import Nginx, running_nginx
from tests.programs import require
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.requests import Ready
from triqueta_server.gateways.identity import SECRET_FILE, Identity

LETTERS = ("BCDFGHJKLM", "NPQRSTVWXZ")
NAMES = ("One", "Two")
SECRET = secrets.token_bytes(32)
COOKIES = [Identity(SECRET, bytes(32)).new_cookie() for _ in range(12)]


class Club(NamedTuple):
    servers: list[WebServer]
    nginx: Nginx

    def address(self, number: int) -> str:
        """Where the program meets a server."""
        return f"ws://127.0.0.1:{self.nginx.port}/play/{number + 1}"

    async def page(self, path: str, cookie: str = "") -> str:
        """The page that a browser gets."""
        url = f"http://127.0.0.1:{self.nginx.port}{path}"
        request = urllib.request.Request(url, headers={"Cookie": f"triqueta={cookie}"})
        with await asyncio.to_thread(urllib.request.urlopen, request) as answer:
            text: str = answer.read().decode()
        return text

    async def identify(self, password: str) -> str:
        """Say the password as the page does; returns the browser's cookies, the identity first."""
        at = f"http://127.0.0.1:{self.nginx.port}"
        request = urllib.request.Request(f"{at}/identity", password.encode(), {"Origin": at})
        with await asyncio.to_thread(urllib.request.urlopen, request) as answer:
            cookies = dict(
                line.partition(";")[0].split("=", 1) for line in answer.headers.get_all("Set-Cookie")
            )
        return f"{cookies.pop('triqueta')}; " + "; ".join(
            f"{name}={value}" for name, value in cookies.items()
        )

    async def guest(self, query: str, cookie: str) -> int:
        """Open the WebSocket of a page; returns which server it leads to."""
        before = [self._guests(at) for at in range(len(self.servers))]
        at = f"127.0.0.1:{self.nginx.port}"
        cookies = {"Cookie": f"triqueta={cookie}"}
        async with connect_socket(
            f"ws://{at}/ws?width=80&height=24{query}",
            origin=Origin(f"http://{at}"),
            additional_headers=cookies,
            proxy=None,
        ) as socket:
            await socket.recv()
        (led_to,) = [at for at in range(len(self.servers)) if self._guests(at) > before[at]]
        return led_to

    def _guests(self, at: int) -> int:
        return self.servers[at].server.log().count("web guest connected address=127.0.0.1 ")


@asynccontextmanager
async def running_club(folder: Path, program: str, password: str = "") -> AsyncIterator[Club]:
    """Two servers with one secret for their gateways, behind one nginx."""
    servers: list[WebServer] = []
    for name, letters in zip(NAMES, LETTERS, strict=True):
        write_secret(folder / name / "data", SECRET)
        options = ("--name", name, "--code-letters", letters, "--web", "0", "--trusted-proxy", "127.0.0.1")
        server = await ServerProcess.start(folder / name, *options, *ROOMY, password=password)
        servers.append(await asyncio.to_thread(WebServer.of, server))
    ports = [int(one.url.rpartition(":")[2]) for one in servers]
    try:
        with running_nginx(program, [one.server.port for one in servers], ports) as nginx:
            yield Club(servers, nginx)
    finally:
        for one in servers:
            await one.server.kill()


def write_secret(folder: Path, secret: bytes) -> None:
    folder.mkdir(mode=0o700, parents=True)
    file = folder / SECRET_FILE
    file.touch(mode=0o600)
    file.write_bytes(secret)


@pytest.fixture
def nginx(request: pytest.FixtureRequest) -> str:
    """Where nginx is."""
    pytest.importorskip("textual_serve")
    return require(request.node.name, "nginx")


@pytest.fixture
async def club(tmp_path: Path, nginx: str) -> AsyncIterator[Club]:
    async with running_club(tmp_path, nginx) as club:
        yield club


async def test_a_code_leads_to_the_server_of_its_table(club: Club) -> None:
    for number, name in enumerate(NAMES):
        host = await ScriptedClient.connect(club.address(number), "Host")
        assert host.welcome.server == name
        code = await host.create(settings={"seats": 2})
        assert code[0] in LETTERS[number]
        friend = await ScriptedClient.connect(club.address(number), "Friend")
        await friend.join(code)
        await friend.ask(Ready(id=friend.next_id(), table=code))
        for cookie in COOKIES[:2]:
            for typed in (code, code.lower()):
                assert f"<title>Triqueta · {name}</title>" in await club.page(f"/{typed}", cookie)
                assert await club.guest(f"&table={typed}", cookie) == number
        await host.close()
        await friend.close()


async def test_a_browser_without_a_code_stays_with_one_server(club: Club) -> None:
    homes = {cookie: await club.guest("", cookie) for cookie in COOKIES}
    assert set(homes.values()) == {0, 1}
    for cookie, number in homes.items():
        assert f"<title>Triqueta · {NAMES[number]}</title>" in await club.page("/", cookie)
        assert await club.guest("&again=1", cookie) == number


async def test_the_password_is_asked_for_once(tmp_path: Path, nginx: str) -> None:
    async with running_club(tmp_path, nginx, "sesame") as club:
        with pytest.raises(InvalidStatus, match="401"):
            await club.guest("&table=BCDF", COOKIES[0])
        shown = await club.identify("sesame")
        assert [await club.guest(f"&table={code}", shown) for code in ("BCDF", "NPQR")] == [0, 1]
