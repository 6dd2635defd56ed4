"""Bots that search think briefly here, and for no set time: the same view always has the same answer."""

import math
from dataclasses import replace

import pytest

from triqueta_server.bots import search
from triqueta_server.bots.search import Budget
from triqueta_server.bots.tripitz import levels
from triqueta_server.bots.tripitz.model import Effort

BRIEF = Effort(rounds=2, budget=Budget(simulations=50, seconds=math.inf), positions=100)


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BATCH", 2)
    monkeypatch.setattr(levels, "HARD", BRIEF)
    monkeypatch.setattr(levels, "EXPERT", replace(BRIEF, rounds=3))
