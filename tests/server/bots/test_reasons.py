"""Reasons that hold in any game."""

import pytest

from triqueta_protocol.advice import Reason
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reasons import general, helps_more_than_it_hinders


def option(chance: float, points: float, others: float = 10.0) -> Option:
    return Option(None, (chance, 1 - chance), (points, others))


@pytest.mark.parametrize(
    ("options", "choices", "reason"),
    [
        ([option(0.5, 10)], 1, Reason("only")),
        ([option(0.5, 10)], 3, Reason("clear")),
        ([option(0.6, 10), option(0.4, 12), option(0.48, 3)], 3, Reason("ahead", {"percent": 12})),
        ([option(0.535, 10), option(0.454, 12)], 2, Reason("ahead", {"percent": 9})),
        ([option(0.50, 14), option(0.49, 12)], 2, Reason("more_points", {"points": 2})),
        ([option(0.50, 12), option(0.495, 12)], 2, Reason("close")),
        ([option(0.50, 9), option(0.51, 12)], 2, Reason("close")),
    ],
)
def test_what_the_numbers_say_by_themselves(options: list[Option], choices: int, reason: Reason) -> None:
    assert general(options, 0, choices) == reason


def test_whether_an_action_helps_its_seat_or_hinders_another() -> None:
    assert helps_more_than_it_hinders([option(0.6, 20), option(0.5, 15)], 0)
    assert not helps_more_than_it_hinders([option(0.6, 15, 5), option(0.5, 15, 12)], 0)
    assert helps_more_than_it_hinders([option(0.6, 15)], 0)
