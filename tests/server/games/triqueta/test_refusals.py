"""What is refused, with which reason, and that nothing changes by it."""

import pytest

from tests.server.games.triqueta.play import OWL, Play, fields, number
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.games.triqueta.actions import ACTIONS, REVEAL
from triqueta_server.games.triqueta.refusals import Why
from triqueta_server.games.triqueta.rules import RULES


def empty_tower() -> Play:
    play = Play(2)
    for _ in range(15):
        play.do("draw", "row 0")
    return play


def without_keeps() -> Play:
    return Play(2).do("draw", "keep", "draw", "row 0", "draw", "keep", "draw", "row 0", "draw")


def at_the_reveal() -> Play:
    return Play(2, [OWL]).do("draw", "keep").to_last_round().end_round()


CASES = {
    "draw from an empty tower": (empty_tower, "draw", Why.TOWER_EMPTY),
    "take a row that is gone": (lambda: Play(3).do("take 0"), "take 0", Why.ROW_GONE),
    "take a row that never was": (lambda: Play(3), "take 3", Why.NO_SUCH_ROW),
    "place before drawing": (lambda: Play(3), "row 0", Why.DRAW_FIRST),
    "keep before drawing": (lambda: Play(3), "keep", Why.DRAW_FIRST),
    "box before drawing": (lambda: Play(3), "box", Why.DRAW_FIRST),
    "draw twice": (lambda: Play(3).do("draw"), "draw", Why.PLACE_FIRST),
    "take after drawing": (lambda: Play(3).do("draw"), "take 0", Why.PLACE_FIRST),
    "place in a row that is gone": (lambda: Play(3).do("take 0", "draw"), "row 0", Why.ROW_GONE),
    "place in a row that never was": (lambda: Play(3).do("draw"), "row 4", Why.NO_SUCH_ROW),
    "keep a third": (without_keeps, "keep", Why.NO_KEEPS_LEFT),
    "box without the variant": (lambda: Play(2).do("draw"), "box", Why.NO_BOX),
    "two to a row": (lambda: Play(2, dorra=True).do("draw", "row 0"), "row 1", Why.SAME_USE),
    "two kept": (lambda: Play(2, dorra=True).do("draw", "keep"), "keep", Why.SAME_USE),
    "two boxed": (lambda: Play(2, dorra=True).do("draw", "box"), "box", Why.NO_BOX),
    "choose a tower in a round": (lambda: Play(2), "tower 1", Why.NOT_NOW),
    "choose a tower that is gone": (lambda: Play(2).end_round(), "tower 0", Why.TOWER_GONE),
    "draw before the tower is chosen": (lambda: Play(2).end_round(), "draw", Why.TOWER_FIRST),
    "reveal before the tower is chosen": (lambda: Play(2).end_round(), "reveal 0", Why.TOWER_FIRST),
    "reveal in a round": (lambda: Play(2).do("draw"), "reveal 0", Why.NOT_NOW),
    "draw at the reveal": (at_the_reveal, "draw", Why.REVEAL_FIRST),
    "reveal more than was kept": (at_the_reveal, "reveal 2", Why.NOT_NOW),
}


@pytest.mark.parametrize("case", CASES)
def test_an_action_that_is_not_open_is_refused_with_a_reason(case: str) -> None:
    begin, word, why = CASES[case]
    position = begin().position
    before = fields(position)
    with pytest.raises(RefusalError) as refused:
        position.apply(position.owing[0], number(word))
    for refusal in (refused.value, RULES.refusal(position, position.owing[0], number(word))):
        assert refusal.code == Code.ILLEGAL_ACTION
        assert refusal.detail == {"why": why.value}
    assert fields(position) == before


def test_every_reason_has_a_case() -> None:
    assert {why for _, _, why in CASES.values()} | {Why.UNKNOWN} == set(Why)


@pytest.mark.parametrize("action", [-1, ACTIONS.stop, 1000])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    position = Play(2).position
    with pytest.raises(RefusalError) as refused:
        position.apply(0, action)
    assert refused.value.detail == RULES.refusal(position, 0, action).detail == {"why": "unknown"}


def test_a_seat_that_owes_nothing_is_told_that_it_is_not_its_turn() -> None:
    over = Play(2).to_last_round().end_round()
    decided = at_the_reveal().do("reveal 0")
    for position, seat in (
        (Play(3).position, 1),
        (Play(3).position, -1),
        (Play(3).position, 7),
        (at_the_reveal().position, 1),
        (at_the_reveal().position, -1),
        (decided.position, 0),
        (over.position, 0),
    ):
        before = fields(position)
        for action in ACTIONS:
            with pytest.raises(RefusalError) as refused:
                position.apply(seat, action)
            assert refused.value.code == RULES.refusal(position, seat, action).code == Code.NOT_YOUR_TURN
        assert fields(position) == before


@pytest.mark.parametrize(
    "wire",
    [
        {},
        {"do": "fly"},
        {"do": "take"},
        {"do": "take", "row": 5},
        {"do": "take", "row": -1},
        {"do": "take", "row": "0"},
        {"do": "take", "row": True},
        {"do": "draw", "extra": 1},
        {"do": "tower", "tower": 4},
        {"do": "reveal", "add": []},
        {"do": "reveal", "add": [True, True]},
        {"do": "reveal", "add": [1]},
    ],
)
def test_what_is_no_action_on_the_wire_is_refused(wire: dict[str, object]) -> None:
    with pytest.raises(RefusalError) as refused:
        RULES.read(at_the_reveal().position, 0, wire)
    assert refused.value.code == Code.BAD_ACTION


def test_every_action_is_read_as_it_is_written() -> None:
    two_kept = Play(2).do("draw", "keep", "draw", "row 0", "draw", "keep").position
    for action in ACTIONS:
        assert RULES.read(two_kept, 0, RULES.write(two_kept, 0, action)) == action
    one_kept = Play(2).do("draw", "keep").position
    assert [RULES.write(one_kept, 0, REVEAL + mask) for mask in (0, 1)] == [
        {"do": "reveal", "add": (False,)},
        {"do": "reveal", "add": (True,)},
    ]


def test_a_written_action_belongs_to_who_asked() -> None:
    position = Play(2).position
    RULES.write(position, 0, 0)["do"] = "spoilt"
    assert RULES.write(position, 0, 0) == {"do": "draw"}
