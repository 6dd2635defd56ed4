"""A house for each test."""

import pytest

from tests.server.tables.house import FakeHouse


@pytest.fixture
def house() -> FakeHouse:
    return FakeHouse()
