"""Exercises are right for every seed, and their explanations are true."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from triqueta_protocol.games.tripitz_board import CENTRE, NUMBERS, worked_out
from triqueta_protocol.games.tripitz_stones import STONES, features, mixed
from triqueta_tui.games.tripitz.exercises import KINDS, OFFERED, Kind, completing, exercise, likeness

SEEDS = range(200)
FEATURES = [tuple(map(int, features(stone))) for stone in range(STONES)]
COMPLETIONS = {"one": 2, "two": 4, "three": 8, "quadruple": 1}


def is_figure(stones: tuple[int, ...]) -> bool:
    """The rule in its plainest words."""
    columns = zip(*(FEATURES[stone] for stone in stones), strict=True)
    return all(len({*column}) in (1, len(stones)) for column in columns)


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_has_as_many_answers_as_the_rules_say(kind: Kind) -> None:
    for seed in SEEDS:
        asked = exercise(Random(seed), kind)
        everything = {stone for stone in range(STONES) if stone not in asked.given}
        right = {stone for stone in everything if is_figure((*asked.given, stone))}
        assert len(right) == COMPLETIONS[kind]
        assert {*completing(asked.given)} == right
        assert {*asked.right} == right & {*asked.offered}
        assert 1 <= len(asked.right) <= 2
        assert len({*asked.offered}) == OFFERED
        assert not {*asked.offered} & {*asked.given}


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_stones_are_near_misses_and_spoiled_by_what_is_said(kind: Kind) -> None:
    misses: Counter[int] = Counter()
    for seed in SEEDS:
        asked = exercise(Random(seed), kind)
        for stone in asked.offered:
            stones = (*asked.given, stone)
            said = tuple(feature for feature in range(3) if likeness(stones, feature) == "mixed")
            assert said == mixed(stones)
            assert bool(said) == (stone not in asked.right)
            misses[len(said)] += stone not in asked.right
    assert misses[1] > misses[2] + misses[3]


def test_three_to_be_completed_are_a_triple_and_lie_as_one_in_a_game() -> None:
    for seed in SEEDS:
        asked = exercise(Random(seed), "quadruple")
        assert is_figure(asked.given)
        board: list[int | None] = [None] * len(NUMBERS)
        q, r = next(at for at, cell in NUMBERS.items() if cell == CENTRE[0])
        for step, stone in enumerate(asked.given):
            board[NUMBERS[q + step, r]] = stone
        for stone in asked.offered:
            made = worked_out(board, NUMBERS[q + 3, r], stone)
            assert (made.quadruples == 1) == (stone in asked.right)


def test_the_same_seed_asks_the_same_and_others_ask_something_else() -> None:
    seeds = SEEDS[:50]
    for kind in KINDS:
        asked = [exercise(Random(seed), kind) for seed in seeds]
        assert asked == [exercise(Random(seed), kind) for seed in seeds]
        assert len({*asked}) > 0.95 * len(seeds)


def test_alike_different_or_neither() -> None:
    words = {
        likeness(stones, feature) for stones in combinations(range(0, STONES, 5), 3) for feature in range(3)
    }
    assert words == {"alike", "different", "mixed"}
    assert [likeness((0, 16, 17), feature) for feature in range(3)] == ["mixed", "alike", "mixed"]
    assert [likeness((0, 16, 32), feature) for feature in range(3)] == ["different", "alike", "alike"]
