"""Real servers and real sockets for the tests of this folder."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.scripted import ScriptedClient
from tests.serving import ServerProcess

StartServer = Callable[..., Awaitable[ServerProcess]]
Connect = Callable[..., Awaitable[ScriptedClient]]


@pytest.fixture
async def start_server(tmp_path: Path) -> AsyncIterator[StartServer]:
    """Start servers on one folder, one after the other; the last one is ended with the test."""
    running: list[ServerProcess] = []

    async def start(*options: str, port: int = 0, password: str = "") -> ServerProcess:
        server = await ServerProcess.start(tmp_path, *options, port=port, password=password)
        running.append(server)
        return server

    yield start
    for server in running:
        await server.kill()


@pytest.fixture
async def server(start_server: StartServer) -> ServerProcess:
    """A server with a generous request rate and no grace."""
    return await start_server("--max-rate", "5000", "--grace", "0")


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Connect clients; all are closed with the test."""
    clients: list[ScriptedClient] = []

    async def to(server: ServerProcess, name: str, **options: str) -> ScriptedClient:
        client = await ScriptedClient.connect(server.url, name, **options)  # type: ignore[arg-type]
        clients.append(client)
        return client

    yield to
    for client in clients:
        await client.close()
