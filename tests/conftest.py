"""For all tests: nothing is announced on the network and nobody looks around, unless a test is about that."""

import gc
import os

from protocol.internal.defaults import LAN_OFF, LAN_VARIABLE
from tests import forked_servers
from tests.serving import ServerProcess

# Programs that tests start inherit it.
os.environ[LAN_VARIABLE] = LAN_OFF

if forked_servers.USABLE:
    ServerProcess.forks = forked_servers.ForkServer()


def pytest_collection_finish() -> None:
    """What has been imported stays: a collection of garbage need not look through it again for each test.

    It also begins later than it would in a program: widgets of apps that have ended are all it finds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_sessionfinish() -> None:
    if ServerProcess.forks is not None:
        ServerProcess.forks.close()
