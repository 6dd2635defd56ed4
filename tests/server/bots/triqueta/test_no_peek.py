"""Dealing anew what a bot cannot see does not change its move."""

from random import Random

import pytest

from tests.server.bots.triqueta.games import LEVELS, LOOKING, VIEWS, decider, moments
from tests.server.games.triqueta.play import Log
from tests.server.games.triqueta.worlds import World, known_at_each_moment, shuffled_unknown
from triqueta_server.bots.choose import choose
from triqueta_server.games.triqueta.rules import RULES

SEEN = [(level, *view) for level in LOOKING for view in VIEWS]
SEEN += [(level, *view) for level in LEVELS if level not in LOOKING for view in VIEWS if view[0] in (2, 4)]


@pytest.mark.parametrize(("level", "seats", "variant"), SEEN)
def test_no_bot_peeks(level: str, seats: int, variant: str) -> None:
    rng = Random(f"peek {level} {seats}")
    dorra = variant == "dorra"
    for seed in range(4 if level in LOOKING else 1):
        log: Log = []
        deciders = []
        deal = b""
        for position, seat, action in moments(level, seats, variant, f"peek {seed}"):
            deal = position.deal
            deciders.append(decider(level, len(log), position.phase))
            log.append((seat, RULES.read(position, seat, action)))
        known = known_at_each_moment(seats, deal, log, dorra=dorra)
        for moment, (seat, taken) in enumerate(log):
            if deciders[moment] != level:
                continue
            other = shuffled_unknown(deal, known[moment][seat], rng)
            # What it decides where nothing was dealt anew was seen while the game was played. Now and then it
            # is asked again: a bot that decides differently each time would prove nothing.
            for towers in (deal, other) if moment % 6 == 0 else (other,):
                position = World(seats, towers, log, dorra=dorra).go_to(moment).position
                public, mine = RULES.public(position), RULES.mine(position, seat)
                move = choose(level, "triqueta", public, mine, seat, Random(f"peek {seed} {position.top}"))
                assert RULES.read(position, seat, move) == taken
