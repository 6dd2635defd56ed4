"""What is refused, with which reason, and that nothing changes by it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.protocol.pages import PAGES
from tests.server.games.triche.play import (
    LaidOut,
    arranged,
    begun,
    fields,
    laid_out,
    place,
    random_action,
    set_up,
)
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.games.triche import actions
from triqueta_server.games.triche.actions import ACTIONS, CONQUER, REDRAW, SET_UP, SWAP
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.refusals import Why
from triqueta_server.games.triche.rules import RULES

EMPTY = ". . . . T . . . ."


def setting_up() -> Position:
    return laid_out(2, LaidOut("T R I T T T"), 0)


def redrawing(first: str) -> Callable[[], Position]:
    """The expansion with the start player's hand as given."""

    def make() -> Position:
        laid = LaidOut(f"T R I T R I {first}", expansion=True)
        position = laid_out(2, laid, 0, expansion=True)
        for _ in range(2):
            position.apply(position.owing[0], position.legal(position.owing[0])[0])
        return position

    return make


def conquering() -> Position:
    position = arranged(["T . . . T . . . .", ". . . . R . T T ."], ["T T", "R"])
    position.apply(0, place("T", 1, 8))
    return position


def swapping() -> Position:
    position = arranged(["T R I R T I I I T", "T T . T R R R I I"], ["R", "T"])
    position.apply(0, place("R", 1, 2))
    return position


def expansion(carre: str) -> Callable[[], Position]:
    return lambda: arranged([EMPTY, carre], ["C\\ T R", "T"], expansion=True)


CASES: dict[str, tuple[Callable[[], Position], int, Why]] = {
    "place while carrés are set up": (setting_up, place("T", 0, 0), Why.SET_UP_FIRST),
    "set up with other cards": (setting_up, set_up("T", (0, "T"), (1, "R")), Why.NOT_IN_HAND),
    "place while hands are redrawn": (redrawing("T T T T T T"), place("T", 0, 0), Why.REDRAW_FIRST),
    "redraw a good hand": (redrawing("C\\ É/ T T T T"), REDRAW + 1, Why.ENOUGH_TWO_COLOURED),
    "conquer before a placement": (lambda: arranged([EMPTY] * 2, ["T", "R"]), CONQUER, Why.PLACE_FIRST),
    "place before deciding to conquer": (conquering, place("T", 0, 2), Why.CONQUER_FIRST),
    "place before the swap is decided": (swapping, place("T", 0, 2), Why.SWAP_FIRST),
    "a card of another": (lambda: arranged([EMPTY] * 2, ["T", "R"]), place("R", 0, 0), Why.NOT_IN_HAND),
    "a carré that is not there": (
        lambda: arranged([EMPTY] * 2, ["T", "R"]),
        place("T", 2, 0),
        Why.NO_SUCH_CARRE,
    ),
    "a cell that is taken": (
        lambda: arranged(["R . . . T . . . .", EMPTY], ["T", "R"]),
        place("T", 0, 0),
        Why.CELL_TAKEN,
    ),
    "a row that would not score": (expansion("T R . . T . . . ."), place("T", 1, 2), Why.SPOILS_ROW),
    "a column that would not score": (expansion("T . . R T . . . ."), place("R", 1, 6), Why.SPOILS_COLUMN),
    "a diagonal that would be dead": (expansion(EMPTY), place("C\\", 1, 0), Why.SPOILS_DIAGONAL),
    "no number at all": (setting_up, ACTIONS.stop, Why.UNKNOWN),
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


@pytest.mark.parametrize("expansion", [False, True])
def test_exactly_the_legal_actions_are_carried_out(expansion: bool) -> None:
    """At moments of random games every number there is, for every seat, and some that are none."""
    rng = Random(f"fuzz {expansion}")
    numbers = [*range(-2, SET_UP + 3), ACTIONS.stop - 1, ACTIONS.stop, 10**6]
    phases = set()
    for game in range(3):
        position = begun(2 + game, b"fuzz %d" % game, expansion=expansion, target=15)
        while position.owing:
            if rng.random() < 0.04 or position.phase not in phases:
                phases.add(position.phase)
                before = fields(position)
                for seat in range(-1, position.seats + 1):
                    legal = set(position.legal(seat))
                    for action in numbers:
                        if action in legal:
                            position.copy().apply(seat, action)
                            continue
                        with pytest.raises(RefusalError) as refused:
                            position.apply(seat, action)
                        assert (refused.value.code == Code.NOT_YOUR_TURN) == (seat not in position.owing)
                assert fields(position) == before
            seat = rng.choice(position.owing)
            position.apply(seat, random_action(position, seat, rng))
    assert phases >= {"set_up", "place", "conquer"}


def test_every_set_up_but_the_legal_ones_is_refused() -> None:
    position = laid_out(2, LaidOut("T C\\ I T T T", expansion=True), 0, expansion=True)
    legal = set(position.legal(0))
    assert len(legal) == 28 * 2 * (2 + 2 + 1)
    for action in range(SET_UP, ACTIONS.stop, 7):
        if action not in legal:
            with pytest.raises(RefusalError):
                position.apply(0, action)


@pytest.mark.parametrize(
    "wire",
    [
        {},
        {"do": "fly"},
        {"do": "place"},
        {"do": "place", "card": 15, "carre": 0, "cell": 0},
        {"do": "place", "card": 0, "carre": 6, "cell": 0},
        {"do": "place", "card": 0, "carre": 0, "cell": 9},
        {"do": "place", "card": 0, "carre": 0, "cell": 4},
        {"do": "place", "card": True, "carre": 0, "cell": 0},
        {"do": "place", "card": 0, "carre": 0, "cell": 0, "extra": 1},
        {"do": "conquer"},
        {"do": "swap", "yes": 1},
        {"do": "redraw", "cards": [6]},
        {"do": "redraw", "cards": [1, 0]},
        {"do": "redraw", "cards": [1, 1]},
        {"do": "set_up", "centre": 4, "cards": [0, 0], "cells": [0, 1]},
        {"do": "set_up", "centre": 0, "cards": [0, 0], "cells": [1, 0]},
        {"do": "set_up", "centre": 0, "cards": [0, 0], "cells": [1, 1]},
        {"do": "set_up", "centre": 0, "cards": [0, 0], "cells": [1, 4]},
        {"do": "set_up", "centre": 0, "cards": [0], "cells": [1, 2]},
    ],
)
def test_what_is_no_action_on_the_wire_is_refused(wire: dict[str, Any]) -> None:
    with pytest.raises(RefusalError) as refused:
        RULES.read(begun(2), 0, wire)
    assert refused.value.code == Code.BAD_ACTION


def test_every_action_is_read_as_it_is_written() -> None:
    position = begun(6, expansion=True)
    for action in (*range(SET_UP), *range(SET_UP, ACTIONS.stop, 11)):
        if action < CONQUER and action >> actions.CARRE_SHIFT & actions.SLOT_MASK >= 6:
            continue  # no table has so many carrés
        assert RULES.read(position, 0, RULES.write(position, 0, action)) == action


def test_a_written_action_belongs_to_who_asked() -> None:
    position = begun(2)
    RULES.write(position, 0, SWAP)["do"] = "spoilt"
    assert RULES.write(position, 0, SWAP) == {"do": "swap", "yes": False}


@pytest.mark.parametrize("expansion", [False, True])
def test_a_copy_is_played_on_without_touching_the_original(expansion: bool) -> None:
    rng = Random(4)
    position = begun(3, b"copy", expansion=expansion, target=15)
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
