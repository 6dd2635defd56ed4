"""Bots that search think here with small budgets, so that whole games are quick."""

import pytest

from server.bots.search import Budget
from server.bots.triche import expert, hard


@pytest.fixture(autouse=True)
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    for level, simulations, most in ((hard, 12, 2), (expert, 36, 3)):
        monkeypatch.setattr(level, "BUDGET", Budget(simulations, seconds=60.0))
        monkeypatch.setattr(level, "MOST", most)
