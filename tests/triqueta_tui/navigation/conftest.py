"""Servers to go to, and somebody who goes there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.serving import ServerProcess
from tests.triqueta_tui.navigation.visiting import StartServer, Visitor
from triqueta_tui.paths import Paths


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[StartServer]:
    """StartServer servers, each in a folder of its own; they end with the test."""
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
