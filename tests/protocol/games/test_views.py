"""What all games share: choices that stand for one action or for a family of them."""

from itertools import chain, combinations

import msgspec
import pytest
from msgspec import Struct

from triqueta_protocol.games.views import Choice, Pick


class Exchange(Struct, frozen=True, tag_field="do", tag="exchange"):
    stones: tuple[int, ...]
    bag: int = 0


class Sit(Struct, frozen=True, tag_field="do", tag="pass"):
    pass


STONES = (2, 3, 5, 7)
FAMILY = Choice(Exchange((2,)), pick=Pick("stones", STONES, least=1, most=3))


def test_a_choice_covers_its_action_and_nothing_else() -> None:
    choice = Choice(Exchange((2,)))
    assert choice.covers(Exchange((2,)))
    assert not choice.covers(Exchange((3,)))
    assert not choice.covers(Sit())


def test_a_family_covers_every_subset_within_its_bounds() -> None:
    subsets = chain.from_iterable(combinations(STONES, count) for count in range(len(STONES) + 1))
    covered = [stones for stones in subsets if FAMILY.covers(Exchange(stones))]
    assert len(covered) == 4 + 6 + 4
    assert FAMILY.covers(FAMILY.action)


@pytest.mark.parametrize(
    "stones",
    [(), (2, 3, 5, 7), (3, 2), (2, 2), (4,), (2, 4)],
    ids=["too few", "too many", "out of order", "twice", "not offered", "one not offered"],
)
def test_a_family_covers_no_other_list(stones: tuple[int, ...]) -> None:
    assert not FAMILY.covers(Exchange(stones))


def test_a_family_differs_in_one_field_only() -> None:
    assert not FAMILY.covers(Exchange((2, 3), bag=1))
    assert not FAMILY.covers(Sit())


def test_a_list_to_pick_from_is_bounded() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"field": "stones", "values": [*range(65)], "least": 1, "most": 2}, Pick)


def test_a_family_may_differ_in_a_single_value() -> None:
    family = Choice(Exchange((2,), bag=3), pick=Pick("bag", (1, 3, 4), least=1, most=1, single=True))
    assert [bag for bag in range(6) if family.covers(Exchange((2,), bag=bag))] == [1, 3, 4]
    assert not family.covers(Exchange((3,), bag=1))
    assert family.pick is not None
    assert not family.pick.allows((1,))
    assert not Pick("stones", STONES, least=1, most=1).allows(2)


def test_a_family_of_lists_is_told_as_before() -> None:
    assert msgspec.to_builtins(FAMILY.pick) == {"field": "stones", "values": STONES, "least": 1, "most": 3}
