"""What is refused, with which reason, and that nothing changes by it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.protocol.pages import PAGES
from tests.server.games.tripitz.play import (
    EXAMPLE_START,
    FORMS,
    arranged,
    begun,
    fields,
    place,
    random_action,
    swap,
)
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.tripitz import Options
from triqueta_server.games.tripitz.actions import ACTIONS, CLAIM, EXCHANGE, SIT_OUT, STAND_BACK, SWAP, pieces
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.refusals import Why
from triqueta_server.games.tripitz.rules import RULES

JOKING = Options(jokers=True)


def at_start() -> Position:
    racks = ["yellow-star-white yellow-circle-grey joker-0", "red-star-grey"]
    return arranged(EXAMPLE_START, racks, "red-moon-grey", options=JOKING)


def racing() -> Position:
    return begun(4, b"race", Options(start_player="race"))


CASES: dict[str, tuple[Callable[[], Position], int, Why]] = {
    "a stone of another": (at_start, place("red-star-grey", (1, 1)), Why.NOT_ON_RACK),
    "a cell that is taken": (at_start, place("yellow-star-white", (0, 0)), Why.CELL_TAKEN),
    "no figure": (at_start, place("yellow-circle-grey", (1, 1)), Why.NO_FIGURE),
    "a cell far off": (at_start, place("yellow-star-white", (0, -5)), Why.NO_FIGURE),
    "more than the bag has": (at_start, EXCHANGE + 3, Why.BAG_TOO_SMALL),
    "sit out for no reason": (at_start, SIT_OUT, Why.CAN_DO_SOMETHING),
    "fetch a stone from the rim": (at_start, swap((0, 0)), Why.NOT_ENCLOSED),
    "fetch from a free cell": (at_start, swap((3, 0)), Why.NOT_A_STONE),
    "fetch without a joker": (
        lambda: arranged(EXAMPLE_START, ["yellow-star-white", ""]),
        swap((0, 0)),
        Why.NO_JOKER,
    ),
    "exchange during the race": (racing, EXCHANGE + 1, Why.RACE_FIRST),
    "a claim with another's stone": (racing, CLAIM + place("red-star-grey", (1, 1)), Why.NOT_ON_RACK),
    "a claim without a race": (at_start, CLAIM + place("yellow-star-white", (1, 1)), Why.RACE_OVER),
    "stand back without a race": (at_start, STAND_BACK, Why.RACE_OVER),
    "exchange nothing": (at_start, EXCHANGE, Why.UNKNOWN),
    "no number at all": (at_start, ACTIONS.stop, Why.UNKNOWN),
}


@pytest.mark.parametrize("case", CASES)
def test_an_action_that_is_not_open_is_refused_with_a_reason(case: str) -> None:
    begin, action, why = CASES[case]
    position = begin()
    before = fields(position)
    seat = position.owing[0]
    with pytest.raises(RefusalError) as refused:
        position.apply(seat, action)
    for refusal in (refused.value, RULES.refusal(position, seat, action)):
        assert refusal.code == Code.ILLEGAL_ACTION
        assert refusal.detail == {"why": why.value}
    assert fields(position) == before


def test_every_reason_has_a_case() -> None:
    assert {why for _, _, why in CASES.values()} == set(Why)


NUMBERS = (*range(-2, ACTIONS.stop + 3), 10**6)


@pytest.mark.parametrize("form", FORMS)
def test_exactly_the_legal_actions_are_carried_out(form: str) -> None:
    """At moments of random games many of the numbers there are, for every seat, and some that are none."""
    rng = Random(f"fuzz {form}")
    position = begun(3, b"fuzz " + form.encode(), FORMS[form])
    moment = 0
    while position.owing:
        if moment % 12 == 0 or (not position.left and rng.random() < 0.2):
            before = fields(position)
            for seat in range(-1, position.seats + 1):
                legal = {*position.legal(seat)}
                some = rng.sample(NUMBERS, 2000 if seat in position.owing else 50)
                for action in (*some, *range(EXCHANGE - 1, CLAIM + 1), *legal):
                    if action in legal:
                        if rng.random() < 0.2:
                            position.copy().apply(seat, action)
                        continue
                    with pytest.raises(RefusalError) as refused:
                        position.apply(seat, action)
                    assert (refused.value.code == Code.NOT_YOUR_TURN) == (seat not in position.owing)
            assert fields(position) == before
        seat = rng.choice(position.owing)
        position.apply(seat, random_action(position, seat, rng))
        moment += 1


@pytest.mark.parametrize(
    "wire",
    [
        {},
        {"do": "fly"},
        {"do": "place"},
        {"do": "place", "stone": 64, "cell": 0},
        {"do": "place", "stone": -1, "cell": 0},
        {"do": "place", "stone": 0, "cell": 102},
        {"do": "place", "stone": True, "cell": 0},
        {"do": "place", "stone": 0, "cell": 0, "extra": 1},
        {"do": "exchange"},
        {"do": "exchange", "stones": []},
        {"do": "exchange", "stones": [68]},
        {"do": "exchange", "stones": [1, 0]},
        {"do": "exchange", "stones": [1, 1]},
        {"do": "exchange", "stones": [0, 1, 2, 3, 4, 5, 6, 7]},
        {"do": "exchange", "stones": "all"},
        {"do": "claim", "stone": 64, "cell": 0},
        {"do": "swap"},
        {"do": "swap", "cell": 102},
        {"do": "sit_out", "why": "tired"},
        {"do": "stand_back", "seat": 1},
    ],
)
def test_what_is_no_action_on_the_wire_is_refused(wire: dict[str, Any]) -> None:
    with pytest.raises(RefusalError) as refused:
        RULES.read(begun(2), 0, wire)
    assert refused.value.code == Code.BAD_ACTION


def test_a_stone_that_is_not_on_the_rack_cannot_be_exchanged() -> None:
    position = begun(2)
    [missing, *_] = [piece for piece in range(64) if piece not in pieces(position.hands[0])]
    with pytest.raises(RefusalError) as refused:
        RULES.read(position, 0, {"do": "exchange", "stones": [missing]})
    assert refused.value.code == Code.BAD_ACTION


def test_every_action_is_read_as_it_is_written() -> None:
    position = begun(2, options=JOKING)
    for action in ACTIONS:
        if action != EXCHANGE:
            assert RULES.read(position, 0, RULES.write(position, 0, action)) == action
    assert SWAP < SIT_OUT < STAND_BACK


def test_a_written_action_belongs_to_who_asked() -> None:
    position = begun(2)
    RULES.write(position, 0, SIT_OUT)["do"] = "spoilt"
    assert RULES.write(position, 0, SIT_OUT) == {"do": "sit_out"}


@pytest.mark.parametrize("form", FORMS)
def test_a_copy_is_played_on_without_touching_the_original(form: str) -> None:
    rng = Random(4)
    position = begun(3, b"copy", FORMS[form])
    while position.owing:
        before = fields(position)
        twin = position.copy()
        assert fields(twin) == before
        seat = rng.choice(twin.owing)
        twin.apply(seat, random_action(twin, seat, rng))
        assert fields(position) == before
        position = twin


def test_every_reason_is_on_the_protocol_page() -> None:
    page = PAGES["requests"]
    assert all(f"`{why.value}`" in page for why in Why)
