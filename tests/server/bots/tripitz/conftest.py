"""Bots that search think briefly here, and for no set time: the same view always has the same answer."""

import math
from dataclasses import replace

import pytest

from server.bots import search
from server.bots.search import Budget
from server.bots.tripitz import expert, hard
from server.bots.tripitz.thinking import Effort

BRIEF = Effort(rounds=2, budget=Budget(simulations=50, seconds=math.inf), positions=100)


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BATCH", 2)
    monkeypatch.setattr(hard, "EFFORT", BRIEF)
    monkeypatch.setattr(expert, "EFFORT", replace(BRIEF, rounds=3))
