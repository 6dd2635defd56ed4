"""Every bot that searches keeps to its time by one clock, and that can count processor time instead."""

import time
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from triqueta_protocol.codec import plain
from triqueta_server.bots import BOTS, clock
from triqueta_server.games import RULES


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A clock that is asked what hour it is and finds that another one has passed."""
    hours = count(0, 3600)
    monkeypatch.setattr(clock.now, "_counted", lambda: float(next(hours)))
    return hours


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("game", BOTS)
def test_a_search_goes_by_the_bots_clock(game: str, level: str, jumping: Iterator[int]) -> None:
    rules = RULES[game]
    position = rules.begin(2, rules.vocabulary.words.options(), b"clock")
    seat = position.owing[0]
    action = BOTS[game][level](rules.public(position), rules.mine(position, seat), seat, Random(1))
    assert rules.read(position, seat, plain(action)) in position.legal(seat)
    assert next(jumping) > 0, "nobody has asked it"


def test_processor_time_can_count_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", lambda: 1.0)
    monkeypatch.setattr(time, "process_time", lambda: 2.0)
    bots_clock = clock.BotsClock()
    assert bots_clock() == 1.0
    bots_clock.count_processor_time()
    assert bots_clock() == 2.0
