"""What a match keeps to itself and what it writes down of a fault."""

import pytest

from triqueta_protocol.games.triqueta import Options
from triqueta_server.games import RULES
from triqueta_server.games.triqueta.actions import DRAW, PLACE
from triqueta_server.tables.state.match import Match


def begun() -> Match:
    return Match("g1", RULES["triqueta"], Options(start=0), 2, b"seed", b"salt", None)


def test_a_fault_after_a_decision_was_carried_out_names_it_among_the_moves_only() -> None:
    match = begun()
    match.play(0, DRAW)
    report = match.crash_report(ValueError("in a view"), "KNOT", 0.0)
    assert (report.moves, report.tried) == (((0, DRAW),), None)


def test_a_decision_that_fails_is_named_also_if_it_is_like_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = begun()
    match.play(0, DRAW)

    def fail(*_args: object) -> None:
        raise ValueError("in the rules")

    monkeypatch.setattr(type(match.position), "apply", fail)
    with pytest.raises(ValueError, match="in the rules"):
        match.play(0, DRAW)
    report = match.crash_report(ValueError("in the rules"), "KNOT", 0.0)
    assert (report.moves, report.tried) == (((0, DRAW),), (0, DRAW))


def test_what_was_taken_back_is_not_tried_again() -> None:
    match = begun()
    match.play(0, DRAW)
    match.play(0, PLACE)
    match.undo(0)
    report = match.crash_report(ValueError("later"), "KNOT", 0.0)
    assert (report.moves, report.tried) == ((), None)


def test_the_bots_dice_follow_from_nothing_that_is_shown_before_the_end() -> None:
    """Whoever knew them could work out what a bot would do with each hand it may have."""
    one, other = begun(), begun()
    other.commitment = b"another"
    assert one.bot_seed == other.bot_seed
    assert one.bot_seed != int.from_bytes(one.commitment[:6])
