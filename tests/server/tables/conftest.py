"""A server for each test."""

import pytest

from tests.server.tables.fake_server import FakeServer


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()
