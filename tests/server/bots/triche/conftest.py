"""Bots that search think here with small budgets, so that whole games are quick."""

import pytest

from triqueta_server.bots.search import Budget
from triqueta_server.bots.triche import levels


@pytest.fixture(autouse=True)
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    for level, simulations, most in (("HARD", 12, 2), ("EXPERT", 36, 3)):
        monkeypatch.setattr(levels, level, levels.Effort(Budget(simulations, seconds=60.0), most))
