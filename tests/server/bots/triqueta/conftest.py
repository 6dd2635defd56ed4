"""Bots that search think here with small budgets, so that whole games are quick."""

import pytest

from triqueta_server.bots.search import Budget
from triqueta_server.bots.triqueta import levels


@pytest.fixture(autouse=True)
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    for level, simulations in (("HARD", 12), ("EXPERT", 36)):
        monkeypatch.setattr(levels, level, Budget(simulations, seconds=60.0))
