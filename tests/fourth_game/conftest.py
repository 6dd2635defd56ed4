"""The game is known while these tests run, and words must be there."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from tests import fourth_game
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.triqueta_tui import shortcuts
from triqueta_tui.locale import be_strict, use

shortcuts.install()

Connect = Callable[..., Awaitable[ScriptedClient]]
StartServer = Callable[..., Awaitable["ParleyServer"]]


class ParleyServer(ServerProcess):
    """The real server, in a process that knows the game."""

    MODULE: ClassVar[str] = "tests.fourth_game.server"


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    be_strict()
    use("en")
    with fourth_game.registered():
        yield
    be_strict(False)


@pytest.fixture
async def start_server(tmp_path: Path) -> AsyncIterator[StartServer]:
    """Start servers on one folder, one after the other; the last one is ended with the test."""
    running: list[ParleyServer] = []

    async def start(port: int = 0) -> ParleyServer:
        options = ("--max-rate", "5000", "--grace", "0")
        server = await ParleyServer.start(tmp_path / "server", *options, port=port)
        running.append(server)
        return server

    yield start
    for server in running:
        await server.kill()
        assert "Traceback" not in server.log()


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Connect clients; all are closed with the test."""
    clients: list[ScriptedClient] = []

    async def to(server: ServerProcess, name: str) -> ScriptedClient:
        clients.append(await ScriptedClient.connect(server.url, name))
        return clients[-1]

    yield to
    for client in clients:
        await client.close()
