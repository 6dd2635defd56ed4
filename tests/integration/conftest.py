"""Real servers and real sockets for the tests of this folder."""

import signal
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.scripted import ScriptedClient
from tests.serving import ServerProcess

StartServer = Callable[..., Awaitable[ServerProcess]]
Connect = Callable[..., Awaitable[ScriptedClient]]

ROOMY = ("--max-rate", "5000", "--max-connections-per-address", "5000", "--guest-niceness", "0")
"""Requests as fast as scripts send them, all from one address, and guests as quick as on an idle machine."""

GENEROUS = (*ROOMY, "--grace", "0")
"""And no grace."""

_numbers = count(1)


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
    """A generous server for one test."""
    return await start_server(*GENEROUS)


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A generous server for the tests of a module, which leave it as good as they found it."""
    server = ServerProcess.launch(tmp_path_factory.mktemp("server"), *GENEROUS)
    yield server
    assert server.end(signal.SIGTERM) == 0
    assert "Traceback" not in server.log()


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Connect clients; all are closed with the test. A server remembers names, so each gets a number."""
    clients: list[ScriptedClient] = []

    async def to(
        server: ServerProcess, name: str, token: str | None = None, tls: ssl.SSLContext | None = None
    ) -> ScriptedClient:
        client = await ScriptedClient.connect(server.url, f"{name} {next(_numbers)}", token=token, tls=tls)
        clients.append(client)
        return client

    yield to
    for client in clients:
        await client.close()
