"""The last cards of a round against all deals, tried one by one."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import prod
from random import Random

import pytest

from tests.server.games.triche.play import begun, random_action
from triqueta_protocol.games.triche import FACE_DOWN
from triqueta_protocol.games.triche_cards import UNTURNED, deck
from triqueta_server.bots.search import Budget
from triqueta_server.bots.triche.evaluate import Evaluator
from triqueta_server.bots.triche.evidence import centres
from triqueta_server.bots.triche.model import SOUND, TricheModel, weigh_actions
from triqueta_server.bots.triche.rollout import Policy
from triqueta_server.games.triche.actions import CONQUER
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES
from triqueta_server.games.triche.scoring import final_scores


def last_card(seats: int, seed: int, *, expansion: bool) -> Position:
    """The moment at which the last card of the first round is laid; with one round more the game may end."""
    rng = Random(seed)
    position = begun(seats, b"last %d" % seed, expansion=expansion)
    while position.left > 1 or position.phase != "place":
        seat = position.owing[0]
        position.apply(seat, random_action(position, seat, rng))
    position.points = [rng.randrange(12, 21) for _ in range(seats)]
    return position


@cache
def sound(expansion: bool) -> Policy:
    return Policy(Evaluator(SOUND, expansion=expansion, diagonals=True))


Deals = list[tuple[float, Position]]


def deals(position: Position, seat: int) -> Deals:
    """The position with every choice of unseen cards as the centres of others, and how likely each is."""
    cards = list(deck(expansion=position.expansion))
    for carre in RULES.public(position).carres:
        for laid in carre:
            if laid is not None and laid != FACE_DOWN:
                cards.remove(UNTURNED[laid])
    cards.remove(position.centres[seat])
    for held in RULES.mine(position, seat).hand:
        cards.remove(held)
    policy = sound(position.expansion)
    likely = [centres(grid, policy, expansion=position.expansion) for grid in position.grids]
    found = []
    for chosen in permutations(cards, position.seats - 1):
        world = position.copy()
        others = iter(chosen)
        world.centres = [centre if at == seat else next(others) for at, centre in enumerate(position.centres)]
        weights = [likely[at][centre] for at, centre in enumerate(world.centres) if at != seat]
        found.append((prod(weights), world))
    return found


def value(model: TricheModel, worlds: Deals, seat: int, action: int) -> float:
    """What comes of an action on average; of a conquest the better answer."""
    after = []
    for weight, world in worlds:
        twin = world.copy()
        twin.apply(seat, action)
        after.append((weight, twin))
    if after[0][1].phase == "conquer":
        return max(value(model, after, seat, CONQUER + yes) for yes in (0, 1))
    total = 0.0
    for weight, world in after:
        points = [
            got + (one.last_card / 16)
            for got, one in zip(world.points, final_scores(world.points, worlds[0][1].start), strict=True)
        ]
        total += weight * model.worth(points, seat)
    return total / sum(weight for weight, _ in after)


def last_decisions(position: Position) -> Iterator[Position]:
    """The last card, and the conquest that it may lead to."""
    yield position
    for action in position.legal(position.turn):
        twin = position.copy()
        twin.apply(position.turn, action)
        if twin.phase == "conquer":
            yield twin


@pytest.mark.parametrize(("seats", "expansion"), [(2, False), (2, True), (3, False)])
def test_the_last_card_is_laid_as_all_deals_together_say(seats: int, expansion: bool) -> None:
    decided = 0
    for seed in range(16) if seats == 2 else (13, 25):
        for position in last_decisions(last_card(seats, seed, expansion=expansion)):
            seat = position.turn
            public, mine = RULES.public(position), RULES.mine(position, seat)
            if any(choice.forced for choice in mine.choices):
                continue
            model = TricheModel(public, mine, seat, 99)
            worlds = deals(position, seat)
            found = weigh_actions(public, mine, seat, Random(1), Budget(400, 1.0), 99)
            assert {one.action for one in found} == set(position.legal(seat))
            for one in found:
                assert one.worth == pytest.approx(value(model, worlds, seat, one.action))
            decided += len(found) > 1
    assert decided
