"""Dates do not depend on where and when the tests run."""

import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tests.triqueta_tui.archive.recorded import NOON
from triqueta_tui.archive import game_list


@pytest.fixture(autouse=True)
def _noon_in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setattr(game_list, "time", SimpleNamespace(time=lambda: NOON))
    yield
    monkeypatch.undo()
    time.tzset()
