"""A bot whose time is up answers with what it has found so far, and that is a legal action."""

from itertools import count
from random import Random

import pytest

from tests.server.games.tripitz.play import FORMS, begun, random_action
from triqueta_protocol.codec import plain
from triqueta_server.bots.search import Budget
from triqueta_server.bots.tripitz import levels
from triqueta_server.bots.tripitz.model import Effort, decide, weigh_actions
from triqueta_server.games.tripitz.rules import RULES

LONG = Effort(rounds=4, budget=Budget(simulations=1_000_000, seconds=0.7), positions=1_000_000)


@pytest.mark.parametrize("form", FORMS)
def test_a_clock_that_jumps_cuts_it_short(form: str) -> None:
    rng = Random(f"cut {form}")
    position = begun(2, b"cut", FORMS[form])
    while position.owing:
        seat = position.owing[0]
        if rng.random() < 0.3:
            public, mine = RULES.public(position), RULES.mine(position, seat)
            seconds = count()
            action = decide(public, mine, seat, rng, LONG, lambda: float(next(seconds)))  # noqa: B023
            assert RULES.read(position, seat, plain(action)) in position.legal(seat)
        position.apply(seat, random_action(position, seat, rng))


def test_every_action_in_question_is_tried_before_time_is_up() -> None:
    position = begun(3, b"tried")
    seat = position.owing[0]
    seconds = count()
    found = weigh_actions(
        RULES.public(position),
        RULES.mine(position, seat),
        seat,
        Random(1),
        LONG,
        lambda: float(next(seconds)),
    )
    assert {*position.placements(seat)} <= {one.action for one in found}
    assert all(one.simulations for one in found)


def test_what_needs_no_thought_takes_none() -> None:
    """A stopped clock would let it think for ever."""
    position = begun(2, b"single")
    rng = Random(2)
    single = 0
    while position.owing:
        seat = position.owing[0]
        mine = RULES.mine(position, seat)
        if len(position.legal(seat)) == 1:
            single += 1
            action = levels.expert(RULES.public(position), mine, seat, rng)
            assert action == mine.choices[0].action
        position.apply(seat, random_action(position, seat, rng))
    assert single
