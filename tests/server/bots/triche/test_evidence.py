"""What others did tells what they have, but rules nothing out that may be."""

from random import Random

from tests.server.games.triche.play import arranged, place
from triqueta_server.bots.triche.evaluate import Evaluator
from triqueta_server.bots.triche.evidence import centres
from triqueta_server.bots.triche.model import SOUND, TricheModel
from triqueta_server.bots.triche.rollout import Policy
from triqueta_server.games.triche.actions import SLOTS, read_set_up
from triqueta_server.games.triche.lookups import IN_HAND, LAID, UNITS
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES


def sound(*, expansion: bool) -> Policy:
    return Policy(Evaluator(SOUND, expansion=expansion, diagonals=True))


def test_the_centre_of_a_sound_set_up_is_held_to_be_likely() -> None:
    rng = Random(4)
    for expansion in (False, True):
        policy = sound(expansion=expansion)
        kinds = (0, 1, 2, 3, 5, 7) if expansion else (0, 1, 2)
        held = []
        for _ in range(30):
            hand = sum(UNITS[rng.choice(kinds)] for _ in range(3))
            centre, first, second, (one, other) = read_set_up(policy.set_up(hand, rng))
            grid = LAID[first][SLOTS[one]] | LAID[second][SLOTS[other]]
            likely = centres(grid, policy, expansion=expansion)
            assert min(likely.values()) > 0
            assert max(likely.values()) == 1
            held.append(likely[centre] / sum(likely.values()) * len(likely))
        # Three of equal likelihood would have 1 each.
        assert sum(held) / len(held) > 1.5


def passed_over() -> Position:
    """Seat 0 could have conquered a rich carré with T, and laid R in its poor one instead."""
    position = arranged(["T R R T R R I T .", "T T . T T T T T ."], ["R R", "R"], turn=0)
    position.apply(0, place("R", 0, 8))
    return position


def test_whoever_leaves_a_rich_carre_alone_is_held_not_to_have_the_card() -> None:
    position = passed_over()
    public, mine = RULES.public(position), RULES.mine(position, 1)
    model = TricheModel(public, mine, 1, 4)
    rng = Random(2)
    with_blue = sum(bool(model.sample_world(public, mine, 1, rng).hands[0] & IN_HAND[0]) for _ in range(100))
    blind = sum(
        bool(model.sampler.position(rng, lambda hand, luck: 0).hands[0] & IN_HAND[0]) for _ in range(100)
    )
    assert with_blue < blind - 15
