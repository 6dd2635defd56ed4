"""Bots that search think briefly here, and for no set time: the same view always has the same answer."""

import math

import pytest

from server.bots import search
from server.bots.search import Budget
from server.bots.tripitz import expert, hard


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BATCH", 2)
    monkeypatch.setattr(hard, "BUDGET", Budget(simulations=40, seconds=math.inf))
    monkeypatch.setattr(expert, "BUDGET", Budget(simulations=80, seconds=math.inf))
