"""Bots of Triché that search: what they imagine, when they are cut short, and that they decide everything."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.server.bots.triche.games import FORMS, SEARCHING, chosen, moments
from tests.server.games.triche.play import arranged, begun, place, random_action
from triqueta_protocol.games.triche import Options
from triqueta_server.bots.search import BATCH, Budget, weigh
from triqueta_server.bots.triche import LEVELS as DECIDERS
from triqueta_server.bots.triche import model
from triqueta_server.bots.triche.model import TricheModel
from triqueta_server.bots.triche.worlds import WorldSampler
from triqueta_server.games.triche.actions import read
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES


def eventful(seats: int, expansion: bool, seed: str, rounds: int = 2) -> Iterator[tuple[Position, int]]:
    """Every decision of a game played at random, and whose it is."""
    rng = Random(seed)
    position = begun(seats, seed.encode(), expansion=expansion)
    while position.owing and position.round <= rounds:
        seat = rng.choice(position.owing)
        yield position, seat
        position.apply(seat, random_action(position, seat, rng))


@pytest.mark.parametrize(("seats", "expansion"), FORMS)
def test_what_is_imagined_looks_the_same_to_the_seat(seats: int, expansion: bool) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(3):
        for position, seat in eventful(seats, expansion, f"imagine {seed}"):
            public, mine = RULES.public(position), RULES.mine(position, seat)
            search = TricheModel(public, mine, seat, 4)
            world = search.sample_world(public, mine, seat, Random(seed))
            assert RULES.public(world) == public
            assert RULES.mine(world, seat) == mine
            assert set(search.candidates(world, seat)) <= set(position.legal(seat))
            kinds[position.phase] += 1
    assert {"set_up", "place", "conquer"} <= kinds.keys()
    assert (kinds["redraw"] > 0) == expansion


def test_a_swap_is_imagined_too() -> None:
    position = arranged(["T T T T T T T T T", "T T . T T R R I I"], ["R", "T"])
    position.apply(0, place("R", 1, 2))
    public, mine = RULES.public(position), RULES.mine(position, 1)
    assert public.phase == "swap"
    world = WorldSampler(public, mine, 1).position(Random(1), lambda hand, rng: 0)
    assert RULES.public(world) == public
    assert RULES.mine(world, 1) == mine


def test_imagined_worlds_differ_in_what_the_seat_cannot_see() -> None:
    position = begun(3, b"differ", expansion=True)
    rng = Random(3)
    while position.phase != "place":
        position.apply(position.owing[0], random_action(position, position.owing[0], rng))
    seat = position.turn
    public, mine = RULES.public(position), RULES.mine(position, seat)
    search = TricheModel(public, mine, seat, 4)
    worlds = [search.sample_world(public, mine, seat, rng) for _ in range(8)]
    others = [other for other in range(3) if other != seat]
    assert len({tuple(world.hands[other] for other in others) for world in worlds}) > 4
    assert len({tuple(world.centres[other] for other in others) for world in worlds}) > 2


@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize(("seats", "expansion"), [(2, False), (3, True), (5, False)])
def test_a_round_of_searching_bots_has_legal_actions_of_every_kind(
    level: str, seats: int, expansion: bool
) -> None:
    decisions: Counter[str] = Counter()
    for position, seat, action in moments(level, seats, expansion, "searching", rounds=1):
        assert read(action) in position.legal(seat)
        decisions[action["do"]] += 1
    assert {"set_up", "place"} <= decisions.keys()
    assert ("redraw" in decisions) == expansion


def test_every_kind_of_decision_of_an_odd_game_is_answered() -> None:
    kinds: Counter[str] = Counter()
    for position, seat in eventful(2, True, "odd1", rounds=2):
        assert read(chosen("expert", position, seat, "odd")) in position.legal(seat)
        kinds[position.phase] += 1
    assert kinds.keys() == {"set_up", "redraw", "place", "conquer", "swap"}


@pytest.mark.parametrize("expansion", [False, True])
def test_a_search_that_is_cut_short_answers_after_one_batch(expansion: bool) -> None:
    position = begun(4, b"short", expansion=expansion)
    public, mine = RULES.public(position), RULES.mine(position, 0)
    hours = iter(range(0, 10**6, 3600))
    found = weigh(
        TricheModel(public, mine, 0, 5),
        (public, mine),
        0,
        Random(1),
        Budget(10**9, seconds=0.1),
        clock=lambda: float(next(hours)),
    )
    assert [one.simulations for one in found] == [BATCH] * 5
    assert found[0].action in position.legal(0)


@pytest.mark.parametrize("level", SEARCHING)
def test_a_single_choice_is_not_thought_about(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def thought(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(model, "weigh_actions", thought)
    single = 0
    for position, seat in eventful(2, True, "single", rounds=4):
        mine = RULES.mine(position, seat)
        if len(position.legal(seat)) == 1:
            DECIDERS[level](RULES.public(position), mine, seat, Random(1))
            single += 1
    assert single > 3


def test_a_carre_that_wins_the_game_is_conquered_and_one_that_loses_it_is_not() -> None:
    poor, rich = "T R R R T T R T I", "T T . T T T T T T"
    for own, other, conquers in ((poor, rich, True), ("T T T T T T T T T", "T T . I T R R I I", False)):
        position = arranged([own, other], ["T", ""], points=[14, 14])
        position.apply(0, place("T", 1, 2))
        assert position.phase == "conquer"
        for level in SEARCHING:
            assert chosen(level, position, 0, "") == {"do": "conquer", "yes": conquers}


def test_options_of_the_game_reach_the_search() -> None:
    position = RULES.begin(2, Options(expansion=True, target=30, diagonal_conformity="off"), b"options")
    rng = Random(2)
    while position.phase != "place":
        position.apply(position.owing[0], random_action(position, position.owing[0], rng))
    seat = position.turn
    public, mine = RULES.public(position), RULES.mine(position, seat)
    world = TricheModel(public, mine, seat, 4).sample_world(public, mine, seat, rng)
    assert world.legal(seat) == position.legal(seat)
    assert world.target == 30
