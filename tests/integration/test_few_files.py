"""A server that may open few files: it takes as many as it can get, says so, and is not shut by strangers."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from tests import serving
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.requests import Lobby

SOFT, HARD = 100, 256
HALVES = 400


@pytest.fixture
def _few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers are started as by a service with these limits."""
    command = serving._command
    limits = f'ulimit -Sn {SOFT}; ulimit -Hn {HARD}; exec "$0" "$@"'
    monkeypatch.setattr(
        serving, "_command", lambda module, *options: ["sh", "-c", limits, *command(module, *options)]
    )


@pytest.mark.usefixtures("_few_files")
async def test_more_half_requests_than_files_keep_nobody_out(tmp_path: Path) -> None:
    server = await ServerProcess.start(tmp_path, "--greet-within", "600")
    assert f"open files limit files={HARD} clients=" in server.log()
    assert "too few open files" in server.log()
    halves = []
    for _ in range(HALVES):
        # Those that are one too many are reset.
        with suppress(OSError):
            half = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.2", 0))
            half[1].write(b"GET / HTTP/1.1\r\nHost: a\r\n")
            halves.append(half)
    before = server.log()
    friend = await ScriptedClient.connect(server.url, "Friend")
    await friend.ask(Lobby(id=friend.next_id(), on=False))
    await friend.close()
    for _, writer in halves:
        writer.transport.abort()
    assert len(server.logged_since(before)) < 150
    assert await server.stop() == 0
    assert "Traceback" not in server.log()
