"""Servers that a client in this process has started."""

from collections.abc import Iterator
from contextlib import suppress

import psutil
import pytest

from tests import PATIENCE


def embedded_servers() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "--embedded" in _command(child)]


def _command(process: psutil.Process) -> list[str]:
    with suppress(psutil.NoSuchProcess):  # it may end meanwhile
        return process.cmdline()
    return []


@pytest.fixture(autouse=True)
def no_server_is_left() -> Iterator[None]:
    """Fail the test that leaves an embedded server, not the next one that counts them.

    A server whose client was cancelled while it waited for the end has been told to end, and does.
    """
    yield
    _, left = psutil.wait_procs(embedded_servers(), timeout=PATIENCE)
    for server in left:
        server.kill()
    assert not left
