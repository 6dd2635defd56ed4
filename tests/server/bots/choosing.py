"""Options as a search might find them, best first, for every choice of a view; and the words for reasons."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.triqueta_tui.locale.catalogues import gaps, words
from triqueta_protocol.advice import Reason
from triqueta_server.bots import triche, tripitz, triqueta
from triqueta_server.bots.coach import Option
from triqueta_server.bots.search import Budget

ALSO = {"animal": {"animals", "three"}}
"""Gaps that a client fills from one of the values, by its name."""


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let experts, and so coaches, try little, but as much of it on any machine."""
    little = Budget(simulations=8, seconds=99.0)
    monkeypatch.setattr(triqueta.levels, "EXPERT", little)
    monkeypatch.setattr(triche.levels, "EXPERT", triche.levels.Effort(little, most=6))
    effort = replace(tripitz.levels.EXPERT, rounds=1, budget=little, positions=50)
    monkeypatch.setattr(tripitz.levels, "EXPERT", effort)


def some_options(actions: Iterable[Any], seats: int, rng: Random) -> list[Option]:
    """In any order, with any chances and points that fall from the best to the last."""
    shuffled = list(actions)
    rng.shuffle(shuffled)
    chances = sorted((rng.random() for _ in shuffled), reverse=True)
    return [
        Option(action, (chance,) * seats, tuple(rng.uniform(0, 30) for _ in range(seats)))
        for action, chance in zip(shuffled, chances, strict=True)
    ]


def fills_its_sentence(game: str, reason: Reason) -> bool:
    """Whether the values of a reason are those that its sentence speaks of."""
    known = words("en")
    sentence = known.get(f"{game}.reasons.{reason.why}") or known[f"table.coach.reasons.{reason.why}"]
    given = set(reason.values).union(*(ALSO.get(name, set()) for name in reason.values))
    return gaps(sentence) <= given
