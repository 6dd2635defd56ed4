"""What a searching bot believes that its opponent has kept."""

from collections import Counter
from random import Random
from typing import get_args

import msgspec
import pytest

from triqueta_protocol.games.triqueta import KINDS, TOWERS, Animal, Options, Public, Variant
from triqueta_server.bots.triqueta.kept import HEAPS, TASTES, Taste, guess_kept
from triqueta_server.games.triqueta.rules import RULES

NO_TASTE = Taste([[1.0] * KINDS] * HEAPS, [1.0] * HEAPS)
NONE = (0,) * KINDS


def view(kept: int, collection: tuple[int, ...] = NONE, variant: Variant = "standard") -> Public:
    """Of seat 0, in the first round; the other seat has kept so many."""
    public = RULES.public(RULES.begin(2, Options(variant=variant), b"kept"))
    return msgspec.structs.replace(public, face_down=(0, kept), collections=(NONE, collection))


def test_without_taste_every_token_is_as_likely_as_another() -> None:
    found = NO_TASTE.likelihoods((4, 1, 0, 0, 0, 0), NONE, 2)
    assert found == {(0, 0): 6, (0, 1): 4}


def test_taste_is_for_animals_beside_how_many_of_them_lie_face_up() -> None:
    by_pile = [[float(10 * pile + animal) for animal in range(KINDS)] for pile in range(HEAPS)]
    found = Taste(by_pile, [1.0] * HEAPS).likelihoods((1,) * KINDS, (0, 1, 2, 3, 4, 9), 1)
    assert found == {(0,): 0, (1,): 11, (2,): 22, (3,): 33, (4,): 44, (5,): 45}


def test_two_of_one_kind_may_be_likelier_than_two_kinds() -> None:
    found = Taste([[1.0] * KINDS] * HEAPS, [5.0] * HEAPS).likelihoods((2, 2, 0, 0, 0, 0), NONE, 2)
    assert found == {(0, 0): 5, (0, 1): 4, (1, 1): 5}


@pytest.mark.parametrize("variant", get_args(Variant))
@pytest.mark.parametrize(("kept", "possible"), [(0, {()}), (1, {(1,), (4,)}), (2, {(1, 4)})])
def test_only_what_is_unseen_can_have_been_kept(
    kept: int, possible: set[tuple[int, ...]], variant: Variant
) -> None:
    unseen = (0, 1, 0, 0, 1, 0)
    heaps = {guess_kept(view(kept, variant=variant), unseen, 1, Random(luck)) for luck in range(50)}
    assert heaps <= possible


def test_in_the_first_round_a_bear_is_kept_and_a_rabbit_is_not() -> None:
    luck = Random(1)
    animals = Counter(animal for _ in range(300) for animal in guess_kept(view(2), (10,) * KINDS, 1, luck))
    assert animals[Animal.BEAR] > 10 * animals[Animal.RABBIT]


@pytest.mark.parametrize("variant", get_args(Variant))
def test_nothing_is_taken_for_impossible(variant: Variant) -> None:
    assert len(TASTES[variant]) == TOWERS
    for taste in TASTES[variant]:
        assert [len(row) for row in taste.taste] == [KINDS] * HEAPS
        assert len(taste.same) == HEAPS
        assert min(*map(min, taste.taste), *taste.same) > 0
