"""For all tests: nothing is announced on the network, and nothing is left behind."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.serving import ServerProcess
from triqueta_protocol.internal.defaults import LAN_OFF, LAN_VARIABLE

# A busy machine is slow; that says nothing about the code. pytest-timeout ends what hangs.
settings.register_profile("busy", deadline=None)
settings.load_profile("busy")

pytest_plugins = ["tests.leftovers"]

# Programs that tests start inherit it.
os.environ[LAN_VARIABLE] = LAN_OFF


@pytest.fixture(autouse=True)
def _servers_end_with_their_test() -> Iterator[None]:
    """A test that fails need not have ended those it has started itself."""
    before = set(ServerProcess.running)
    yield
    for server in ServerProcess.running - before:
        server.end(signal.SIGKILL)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from scanning what was imported again and again.

    It also begins later than it would in a program: widgets of apps that have ended are all it finds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
