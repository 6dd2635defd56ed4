"""Games for the review: played by quick bots, with a blunder in them if need be."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from triqueta_protocol.codec import plain
from triqueta_server.bots import REVIEWERS
from triqueta_server.bots.choose import choose
from triqueta_server.bots.search import Budget
from triqueta_server.bots.triche import review as triche
from triqueta_server.bots.tripitz import review as tripitz
from triqueta_server.bots.triqueta import review as triqueta
from triqueta_server.games import RULES
from triqueta_server.games.game import Position


class Decided(NamedTuple):
    """A decision, and the position before it."""

    before: Any
    seat: int
    action: int


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviewers try little, but as much of it on any machine."""
    for module in (triqueta, triche):
        monkeypatch.setattr(module, "BUDGET", Budget(96, 99.0))
    for module in (triqueta, triche, tripitz):
        monkeypatch.setattr(module, "PAIRS", Budget(80, 99.0))
    effort = replace(tripitz.EFFORT, rounds=2, budget=Budget(150, 99.0), positions=300)
    monkeypatch.setattr(tripitz, "EFFORT", effort)
    for name in ("SAMPLES", "DRAWS"):
        monkeypatch.setattr(triqueta, name, 40)
        monkeypatch.setattr(tripitz, name, 24)
    monkeypatch.setattr(triche, "DEALS", 16)
    monkeypatch.setattr(triche, "LINES", 12)


def played(
    game: str,
    options: Any = None,
    seats: int = 2,
    blunder: Callable[[Position, int], bool] = lambda _position, _seat: False,
) -> tuple[list[Decided], Position, int | None]:
    """A game of level normal; the decisions, the end, and which decision was spoiled.

    The first one at which ``blunder`` says so is the worst that the reviewer can think of.
    """
    rules, rng = RULES[game], Random(f"review {game}")
    position: Position = rules.begin(seats, options or rules.vocabulary.words.options(), b"review" * 4)
    log: list[Decided] = []
    spoiled = None
    while position.owing:
        seat = position.owing[0]
        public, mine = rules.public(position), rules.mine(position, seat)
        if spoiled is None and blunder(position, seat):
            spoiled = len(log)
            options_ = REVIEWERS[game].weigh(public, mine, seat, Random(1))
            worst = min(options_, key=lambda one: one.chances[seat])
            action = rules.read(position, seat, plain(worst.action))
        else:
            action = rules.read(position, seat, choose("normal", game, public, mine, seat, rng))
        log.append(Decided(position.copy(), seat, action))
        position.apply(seat, action)
    return log, position, spoiled
