"""Servers, and a player who connects to them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.serving import ServerProcess
from tests.triqueta_tui.embedded import no_server_is_left
from tests.triqueta_tui.session.visiting import StartServer, Visitor
from triqueta_tui.paths import Paths

__all__ = ["no_server_is_left"]


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[StartServer]:
    """Start servers, each in a folder of its own; they end with the test."""
    running: list[ServerProcess] = []

    async def start(folder: str, *options: str, port: int = 0, password: str = "") -> ServerProcess:
        server = await ServerProcess.start(tmp_path / folder, *options, port=port, password=password)
        running.append(server)
        return server

    yield start
    for server in running:
        await server.kill()


@pytest.fixture
def ana(paths: Paths) -> Visitor:
    return Visitor(paths)
