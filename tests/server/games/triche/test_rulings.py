"""Turns, fitting cards, conquests and swaps, the end of a round: each ruling by an example."""

import pytest

from tests.server.games.triche.play import arranged, cells_for, place, placements
from triqueta_protocol.games.triche import (
    Conquered,
    LaidCard,
    Placed,
    RoundBegan,
    RoundEnded,
    ScoredLine,
    Spared,
    Stayed,
    Swapped,
)
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triche.actions import CONQUER, SWAP
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES
from triqueta_server.games.triche.scoring import final_scores

EMPTY = ". . . . T . . . ."
FULL = "T R I R T I I I T"
"""Owned by whoever must play elsewhere."""


def both(
    carre: str, hand: str, *, expansion: bool = False, own: str = EMPTY, diagonals: bool = True
) -> Position:
    """Seat 0 is on turn; the carré is seat 1's."""
    return arranged([own, carre], [hand, "T T"], expansion=expansion, diagonals=diagonals)


# Where a card may be laid


def test_in_the_own_carre_every_card_goes_everywhere() -> None:
    position = both("T R . . T . . . .", "I T", own="T R . . T . . . I")
    assert cells_for(position, "T", 0) == cells_for(position, "I", 0) == {2, 3, 5, 6, 7}


def test_in_another_carre_a_completed_line_must_score() -> None:
    position = both("T R . . T . . . .", "I T")
    assert cells_for(position, "I", 1) == {2, 3, 5, 6, 7, 8}
    assert cells_for(position, "T", 1) == {3, 5, 6, 7, 8}


def test_row_and_column_must_both_fit() -> None:
    # In the upper right corner the row wants I, the column wants T.
    position = both("T R . . T T . . T", "I T R")
    for name in "ITR":
        assert 2 not in cells_for(position, name, 1)
    agreeing = both("T R . . T T . . R", "I T R")
    assert 2 in cells_for(agreeing, "I", 1)
    assert 2 not in cells_for(agreeing, "T", 1)


def test_a_second_card_always_fits_in_the_base_game() -> None:
    position = both("T . . . T . . . .", "R T I")
    for name in "TRI":
        assert cells_for(position, name, 1) == {1, 2, 3, 5, 6, 7, 8}


def test_a_line_through_the_centre_never_hinders_not_even_who_knows_the_centre() -> None:
    # Seat 1 has built carré 1 and owns it no more; T there would spoil the middle row: T T R.
    position = arranged([EMPTY, ". . . T T . . . ."], ["T T", "R R"], turn=1, owners=[1, 0])
    assert 5 in cells_for(position, "R", 1)
    # Without the centre, the middle row is T and R.
    other = both(". . . T T . . . .", "R")
    assert 5 in cells_for(other, "R", 1)


def test_what_counts_is_any_card_not_what_is_left_in_hands() -> None:
    # All twenty-one I lie on the table, and yet T R may become T R I.
    every_i = ["I I I I I I I I I"] * 2 + ["I I I . T . . . ."]
    position = arranged([EMPTY, "T . . . T . . . .", *every_i], ["R", "", "", "", ""])
    assert 1 in cells_for(position, "R", 1)


def test_a_dead_line_is_filled_by_its_owner_or_under_force_only() -> None:
    # The upper row T C\ with R towards T is dead: C\ shows R to the left.
    dead = "T C\\ . . T . . . ."
    position = both(dead, "T R I C/ H\\", expansion=True)
    assert all(2 not in cells_for(position, name, 1) for name in ("T", "R", "I", "C/", "C/'", "H\\", "H\\'"))
    owner = arranged([EMPTY, dead], ["T", "T"], turn=1, expansion=True)
    assert 2 in cells_for(owner, "T", 1)


def test_a_two_coloured_middle_wants_the_colour_it_shows() -> None:
    # C\ shows R to the left and T to the right.
    position = both(". C\\ . . T . . . .", "T R I", expansion=True)
    assert 0 in cells_for(position, "R", 1)
    assert 2 in cells_for(position, "T", 1)
    assert not cells_for(position, "I", 1) & {0, 2}
    assert not cells_for(position, "T", 1) & {0}
    # Laid as the middle beside an end it must show the end's colour.
    beside = both("T . . . T . . . .", "C\\ C/", expansion=True)
    assert 1 not in cells_for(beside, "C\\", 1)
    assert 1 in cells_for(beside, "C\\'", 1)
    assert 1 in cells_for(beside, "C/", 1)


def test_a_line_of_two_colours_scores_three() -> None:
    position = both(EMPTY, "T R", own="R C\\ . . T . . . .", expansion=True)
    told: list[TableEvent] = []
    position.apply(0, place("T", 0, 2), told)
    assert told == [Placed(0, 0, 0, 2, (ScoredLine(0, 3),))]


# Diagonals


@pytest.mark.parametrize(
    ("cell", "along", "across"), [(0, "\\", "/"), (8, "\\", "/"), (2, "/", "\\"), (6, "/", "\\")]
)
def test_a_cut_along_the_diagonal_is_not_laid_in_anothers_corner(cell: int, along: str, across: str) -> None:
    position = both(EMPTY, "C\\ C/", expansion=True)
    for turned in ("", "'"):
        assert cell not in cells_for(position, f"C{along}{turned}", 1)
        assert cell in cells_for(position, f"C{across}{turned}", 1)
        assert cell in cells_for(position, f"C{along}{turned}", 0)
    without = both(EMPTY, "C\\ C/", expansion=True, diagonals=False)
    assert cell in cells_for(without, f"C{along}", 1)


def test_a_filled_opposite_corner_changes_nothing_unless_it_is_cut_along_too() -> None:
    single = both("T . . . T . . . .", "C\\", expansion=True)
    assert 8 not in cells_for(single, "C\\", 1)
    across = both("C/ . . . T . . . .", "C\\", expansion=True)
    assert 8 not in cells_for(across, "C\\", 1)
    dead = both("H\\ . . . T . . . .", "C\\", expansion=True)
    assert 8 in cells_for(dead, "C\\", 1)


def test_a_hidden_centre_does_not_make_a_diagonal_dead() -> None:
    # The centre is cut along the main diagonal, which nobody may know.
    position = both(". . . . C/ . . . .", "C\\", expansion=True)
    assert 0 not in cells_for(position, "C\\", 1)


def test_single_colours_are_never_held_up_by_a_diagonal() -> None:
    position = both("C\\ . . . T . . . .", "T R I", expansion=True)
    for name in "TRI":
        assert 8 in cells_for(position, name, 1)


def test_edge_cells_have_no_diagonal() -> None:
    position = both(EMPTY, "C\\ C/", expansion=True)
    for name in ("C\\", "C\\'", "C/", "C/'"):
        assert cells_for(position, name, 1) >= {1, 3, 5, 7}


# Own carré full or not, forced cards


def test_with_room_in_the_own_carre_and_nothing_fitting_it_is_played_there() -> None:
    position = both("T T . T T R R I I", "R", own=". R I R T I I I T")
    assert placements(position) == {("R", 0, 0)}


def test_with_the_own_carre_full_a_fitting_card_must_be_played() -> None:
    position = both("T T . T T R R I .", "T R", own=FULL)
    assert placements(position) == {("T", 1, 2), ("T", 1, 8)}


def test_only_a_player_with_a_full_carre_and_no_fitting_card_is_forced() -> None:
    position = both("T T . T T R R I I", "R I", own=FULL)
    assert placements(position) == {("R", 1, 2), ("I", 1, 2)}
    told: list[TableEvent] = []
    position.apply(0, place("R", 1, 2), told)
    assert told == [Placed(0, 1, 1, 2, (ScoredLine(0, 0), ScoredLine(5, 0)), forced=True)]
    assert (position.phase, position.owing, position.turn) == ("swap", (1,), 0)


def test_under_force_any_foreign_carre_may_be_chosen() -> None:
    position = arranged([FULL, "T T . T T R R I I", "T T . T T R R I I"], ["R", "T T", "T"], expansion=False)
    assert placements(position) == {("R", 1, 2), ("R", 2, 2)}


def test_own_means_the_carre_one_owns_now() -> None:
    position = arranged([EMPTY, "T R . . T . . . ."], ["T", "T"], owners=[1, 0])
    assert 2 in cells_for(position, "T", 1)
    assert RULES.mine(position, 0).choices[0].conquer is False


# Conquest


def conquest() -> Position:
    return both(". . . . R . T T .", "T R", own="R . . . T . . . .")


def test_a_scoring_line_in_anothers_carre_may_conquer_it() -> None:
    for yes in (False, True):
        position = conquest()
        told: list[TableEvent] = []
        position.apply(0, place("T", 1, 8), told)
        assert (position.phase, position.owing) == ("conquer", (0,))
        assert [choice.points for choice in RULES.mine(position, 0).choices] == [0, 1]
        position.apply(0, CONQUER + yes, told)
        assert RULES.public(position).owners == ((1, 0) if yes else (0, 1))
        assert told == [
            Placed(0, 0, 1, 8, (ScoredLine(2, 1),)),
            Conquered(0, 1, owner=1, former=0) if yes else Spared(0, 1),
        ]
        assert (position.phase, position.owing) == ("place", (1,))


def test_a_line_through_the_hidden_centre_gives_no_conquest() -> None:
    position = both(". . . T T . . . .", "T R")
    position.apply(0, place("T", 1, 5))
    assert (position.phase, position.owing) == ("place", (1,))


def test_a_line_through_the_hidden_centre_prevents_no_conquest() -> None:
    # The lower middle completes the lower row, and the middle column, which scores nothing.
    position = both(". T . . T . T . T", "T R")
    position.centres[1] = 1
    position.apply(0, place("T", 1, 7))
    assert position.phase == "conquer"


def test_a_corner_that_completes_row_and_column_conquers_once() -> None:
    position = both("T R . . T T . . R", "I T")
    told: list[TableEvent] = []
    position.apply(0, place("I", 1, 2), told)
    assert told == [Placed(0, 2, 1, 2, (ScoredLine(0, 1), ScoredLine(5, 1)))]
    assert position.phase == "conquer"


def test_a_line_in_the_own_carre_conquers_nothing() -> None:
    position = both(EMPTY, "T R", own="T T . . T . . . .")
    position.apply(0, place("T", 0, 2))
    assert position.phase == "place"


def test_a_carre_can_change_hands_again_and_again() -> None:
    position = arranged([EMPTY, EMPTY, "I I . . T . R R ."], ["I T", "R T", "T T"])
    for seat, name, cell, owners in (
        (0, "I", 2, [2, 1, 0]),
        (1, "R", 8, [2, 0, 1]),
        (2, "T", 5, [1, 0, 2]),
    ):
        position.apply(seat, place(name, 2, cell))
        position.apply(seat, CONQUER + 1)
        assert position.owners == owners
        assert [position.owners[carre] for carre in position.carre_of] == [0, 1, 2]


# Swaps


def forced() -> Position:
    position = arranged([FULL, "T T . T T R R I I", FULL], ["R", "T", ""])
    position.apply(0, place("R", 1, 2))
    return position


def test_the_owner_of_a_carre_with_a_forced_card_decides_about_a_swap() -> None:
    for yes in (False, True):
        position = forced()
        told: list[TableEvent] = []
        assert (position.owing, position.turn) == ((1,), 0)
        position.apply(1, SWAP + yes, told)
        assert RULES.public(position).owners == ((1, 0, 2) if yes else (0, 1, 2))
        assert told[0] == (Swapped(1, 1, other=0, former=0) if yes else Stayed(1, 1))
        assert (position.phase, position.owing) == ("place", (1,))


def test_the_swap_says_what_it_would_bring() -> None:
    position = forced()
    points = [reach.points for reach in RULES.public(position).reach]
    assert [choice.points for choice in RULES.mine(position, 1).choices] == [0, points[0] - points[1]]


def test_a_forced_card_never_conquers_even_if_a_line_scores() -> None:
    # T completes the upper row, which scores, and spoils the right column.
    position = arranged([FULL, "T T . T T R R I R"], ["T", "T"])
    told: list[TableEvent] = []
    position.apply(0, place("T", 1, 2), told)
    assert told == [Placed(0, 0, 1, 2, (ScoredLine(0, 1), ScoredLine(5, 0)), forced=True)]
    assert position.phase == "swap"


def test_a_card_that_only_spoils_a_diagonal_is_forced_too() -> None:
    # C\ in the lower right corner fits row and column, yet is cut along the diagonal.
    carre = "T T T I T T R R ."
    position = both(carre, "C\\", expansion=True, own=FULL)
    assert placements(position) == {("C\\", 1, 8), ("C\\'", 1, 8)}
    position.apply(0, place("C\\", 1, 8))
    assert (position.phase, position.owing) == ("swap", (1,))
    without = both(carre, "C\\", expansion=True, own=FULL, diagonals=False)
    assert placements(without) == {("C\\", 1, 8)}
    without.apply(0, place("C\\", 1, 8))
    assert without.phase == "conquer"


# The end of a round and of the game


def last_card(target: int = 21) -> Position:
    """One card is left; the centre of carré 0 is two-coloured."""
    return arranged(
        ["T . R T C\\ R T R I", "R R R R R R R R R"], ["I", ""], expansion=True, points=[5, 9], target=target
    )


def test_when_all_hands_are_empty_the_owners_score_their_carres() -> None:
    position = last_card()
    told: list[TableEvent] = []
    position.apply(0, place("I", 0, 1), told)
    ended = told[1]
    assert isinstance(ended, RoundEnded)
    # Row 1 is T C R: with T to the left, so the card is turned. Three points.
    assert ended.carres[0].cells == (0, 2, 1, 0, 4, 1, 0, 1, 2)
    assert ended.carres[0].lines[1] == 3
    assert ended.carres[1].points == 8
    assert ended.points == (sum(ended.carres[0].lines), 8)
    public = RULES.public(position)
    assert public.points == (5 + ended.points[0], 17)
    assert public.rounds == (ended.points,)
    assert public.sheet == ended.carres
    assert told[2] == RoundBegan(2, 1)
    assert (public.round, public.phase, public.start) == (2, "set_up", 1)


def test_a_conquest_with_the_last_card_is_settled_before_the_scoring() -> None:
    position = arranged(["R R I R R R R R R", "T T . T T T T T R"], ["T", ""])
    told: list[TableEvent] = []
    position.apply(0, place("T", 1, 2), told)
    assert position.phase == "swap"
    position.apply(1, SWAP, told)
    assert isinstance(told[-2], RoundEnded)
    fitting = arranged(["R R I R R R R R R", "T T . T T T T T T"], ["T", ""])
    fitting.apply(0, place("T", 1, 2), told)
    assert fitting.phase == "conquer"
    fitting.apply(0, CONQUER + 1, told)
    ended = told[-2]
    assert isinstance(ended, RoundEnded)
    assert [carre.owner for carre in ended.carres] == [1, 0]
    assert ended.points[0] == 8


def test_the_game_goes_on_until_somebody_has_the_target() -> None:
    assert RULES.public(_played(last_card(target=30))).phase == "set_up"
    over = _played(last_card(target=15))
    public = RULES.public(over)
    assert (public.phase, public.owing, public.turn) == ("over", (), None)
    assert public.scores is not None
    assert [score.rank for score in public.scores] == [2, 1]
    assert RULES.winners(over) == (1,)
    assert public.carres == tuple(carre.cells for carre in public.sheet)
    assert all(RULES.mine(over, seat).choices == () for seat in range(2))


def _played(position: Position) -> Position:
    assert RULES.winners(position) == ()
    position.apply(0, place("I", 0, 1))
    return position


def test_a_tie_goes_to_who_played_the_last_card_later_on_every_rank() -> None:
    scores = final_scores([22, 30, 22, 30], start=2)
    # Turns went 2, 3, 0, 1.
    assert [score.last_card for score in scores] == [2, 3, 0, 1]
    assert [score.rank for score in scores] == [3, 1, 4, 2]


def test_turns_go_clockwise() -> None:
    position = arranged([EMPTY] * 3, ["T T", "T T", "T T"], turn=2)
    movers = []
    for cell in (0, 2, 5, 6, 7, 8):
        movers.append(position.turn)
        position.apply(position.turn, place("T", position.turn, cell))
    assert movers == [2, 0, 1, 2, 0, 1]


def test_the_view_tells_who_laid_which_card_last() -> None:
    position = forced()
    assert RULES.public(position).last == LaidCard(0, card=1, carre=1, cell=2)
    position.apply(1, SWAP)
    assert RULES.public(position).last == LaidCard(0, card=1, carre=1, cell=2)
    over = last_card(target=15)
    assert RULES.public(over).last is None
    over.apply(0, place("I", 0, 1))
    assert RULES.public(over).last == LaidCard(0, card=2, carre=0, cell=1)
