"""What is on the table before the first decision."""

from collections import Counter

import pytest

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.triqueta import SEATS, VALUES, Animal, Options, deal
from triqueta_server.games import RULES as ALL_RULES
from triqueta_server.games.triqueta.rules import RULES


def test_sixty_tokens_are_six_animals_of_ten() -> None:
    order, _ = deal(b"sixty", 4)
    assert Counter(order) == dict.fromkeys(range(6), 10)


def test_the_animals_are_worth_five_to_ten() -> None:
    assert {animal.name: VALUES[animal] for animal in Animal} == {
        "RABBIT": 5,
        "OWL": 6,
        "DEER": 7,
        "BOAR": 8,
        "RAM": 9,
        "BEAR": 10,
    }


@pytest.mark.parametrize("seats", SEATS)
def test_there_is_one_empty_row_for_each_player(seats: int) -> None:
    assert RULES.public(RULES.begin(seats, Options(), b"rows")).rows == ((),) * seats


def test_four_towers_of_fifteen_and_three_carry_a_tree() -> None:
    public = RULES.public(RULES.begin(3, Options(), b"towers"))
    assert public.towers == (15, 15, 15, 15)
    assert public.trees == (False, True, True, True)


def test_the_tower_without_a_tree_is_the_first() -> None:
    public = RULES.public(RULES.begin(3, Options(), b"first"))
    assert public.trees.index(False) == public.tower == 0
    assert public.round == 1


def test_the_seed_decides_who_gets_the_rock() -> None:
    begun = [RULES.begin(5, Options(), b"rock %d" % seed) for seed in range(60)]
    assert {position.rock for position in begun} == {0, 1, 2, 3, 4}
    assert all(position.owing == (position.rock,) for position in begun)


def test_the_youngest_can_be_named_instead() -> None:
    for start in range(4):
        for seed in range(5):
            assert RULES.begin(4, Options(start=start), b"%d" % seed).rock == start


def test_the_same_seed_gives_the_same_towers() -> None:
    assert RULES.begin(4, Options(), b"same").deal == RULES.begin(4, Options(), b"same").deal
    assert RULES.begin(4, Options(), b"same").deal != RULES.begin(4, Options(), b"other").deal


def test_the_deal_is_the_documented_one() -> None:
    """Written out once more as the protocol describes it, number by number."""
    from hashlib import shake_256

    for seed in (b"", b"triqueta", bytes(32)):
        stream = shake_256(seed).digest(488)
        numbers = [int.from_bytes(stream[8 * i : 8 * i + 8], "big") for i in range(61)]
        order = sorted(range(60), key=lambda token: (numbers[token], token))
        for seats in SEATS:
            assert deal(seed, seats) == (bytes(token // 10 for token in order), numbers[60] % seats)


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (1, Options(), "seats"),
        (6, Options(), "seats"),
        (3, Options(variant="dorra"), "variant"),
        (2, Options(start=2), "start"),
        (4, Options(start=4), "start"),
    ],
)
def test_what_cannot_be_played_is_refused(seats: int, options: Options, why: str) -> None:
    for ask in (lambda: RULES.check(seats, options), lambda: RULES.begin(seats, options, b"")):
        with pytest.raises(RefusalError) as refused:
            ask()
        assert refused.value.code == Code.BAD_OPTIONS
        assert refused.value.detail["why"] == why


def test_every_number_of_seats_can_be_played() -> None:
    for seats in SEATS:
        RULES.check(seats, Options(start=seats - 1))
    RULES.check(2, Options(variant="dorra"))


def test_rules_are_found_by_the_name_of_the_game() -> None:
    assert ALL_RULES["triqueta"] is RULES
