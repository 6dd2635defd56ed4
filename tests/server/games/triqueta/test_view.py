"""What the views say about what could be done."""

from tests.server.games.triqueta.play import BEAR, OWL, RABBIT, Play
from triqueta_protocol.games.triqueta import Box, Change, Choice, ChooseTower, Draw, Keep, Place, Take, Worth
from triqueta_server.games.triqueta.rules import RULES


def two_bears_and_an_owl() -> Play:
    """Seat 0 has two bears and an owl; rows of round two hold a bear and a rabbit, and a bear."""
    play = Play(2, [BEAR, OWL, BEAR], [BEAR, RABBIT, BEAR], rock=1)
    play.do("draw", "row 0", "draw", "row 0", "draw", "row 0", "take 0", "take 1", "tower 1")
    return play.do("draw", "row 0", "draw", "row 0", "draw", "row 1")


def test_the_worth_of_each_row_is_split_by_animal() -> None:
    play = two_bears_and_an_owl()
    assert RULES.public(play.position).collections[0] == (0, 1, 0, 0, 0, 2)
    assert RULES.mine(play.position, 0).worth == (
        Worth(9, (Change(RABBIT, 0, 1, 1), Change(BEAR, 2, 3, 8))),
        Worth(8, (Change(BEAR, 2, 3, 8),)),
    )


def test_worth_is_told_when_it_is_not_my_turn() -> None:
    play = two_bears_and_an_owl()
    assert play.mover() == 0
    assert RULES.mine(play.position, 1).worth[1] == Worth(1, (Change(BEAR, 0, 1, 1),))


def test_rows_that_are_taken_have_no_worth() -> None:
    play = two_bears_and_an_owl().do("take 0")
    assert [worth is None for worth in RULES.mine(play.position, 1).worth] == [True, False]


def test_nothing_has_worth_between_the_rounds_and_after_the_last() -> None:
    play = Play(2, [OWL]).do("draw", "keep").end_round()
    assert RULES.mine(play.position, 0).worth == (None, None)
    play.do("tower 1").to_last_round().end_round()
    assert RULES.mine(play.position, 0).worth == (None, None)
    assert RULES.mine(play.do("reveal 1").position, 0).worth == (None, None)


def test_choices_on_a_turn_say_what_taking_scores() -> None:
    assert RULES.mine(two_bears_and_an_owl().position, 0).choices == (
        Choice(Draw()),
        Choice(Take(0), 9),
        Choice(Take(1), 8),
    )


def test_choices_for_a_drawn_token_score_nothing_at_once() -> None:
    play = Play(2, dorra=True).do("draw")
    assert RULES.mine(play.position, 0).choices == tuple(
        Choice(action) for action in (Place(0), Place(1), Keep(), Box())
    )


def test_a_tower_scores_its_tree() -> None:
    play = Play(2).end_round()
    assert RULES.mine(play.position, 1).choices == tuple(Choice(ChooseTower(tower), 1) for tower in (1, 2, 3))


def test_who_owes_nothing_has_no_choices() -> None:
    play = Play(3)
    assert RULES.mine(play.position, 0).choices
    assert not RULES.mine(play.position, 1).choices


def test_rows_show_like_animals_together() -> None:
    play = Play(2, [BEAR, OWL, BEAR]).do("draw", "row 0", "draw", "row 0", "draw", "row 0")
    assert RULES.public(play.position).rows[0] == (OWL, BEAR, BEAR)


def test_scores_are_told_only_when_the_game_is_over() -> None:
    play = Play(2).to_last_round()
    assert RULES.public(play.position).scores is None
    assert RULES.public(play.end_round().position).scores is not None
