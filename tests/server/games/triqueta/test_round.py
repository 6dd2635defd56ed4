"""A round: drawing, laying down, keeping, taking, and how it ends."""

import pytest

from tests.server.games.triqueta.play import BEAR, BOAR, DEER, OWL, RABBIT, RAM, Play
from triqueta_protocol.games.triqueta import Drew, Kept, Placed, RoundEnded, Took, TowerChosen
from triqueta_server.games.triqueta.rules import RULES


def test_the_rock_holder_moves_first() -> None:
    for rock in range(4):
        assert Play(4, rock=rock).mover() == rock


def test_the_turn_goes_clockwise() -> None:
    play = Play(4, rock=2)
    movers = [play.do("draw", "row 0").mover() for _ in range(5)]
    assert movers == [3, 0, 1, 2, 3]


def test_players_who_have_dropped_out_are_skipped() -> None:
    play = Play(4).do("draw", "row 0", "take 1", "draw", "row 0", "take 2")
    assert play.mover() == 0
    assert [play.do("draw", "row 0").mover() for _ in range(3)] == [2, 0, 2]


def test_there_are_as_many_rows_as_players_still_in() -> None:
    play = Play(5)
    for rows in (5, 4, 3, 2, 1):
        assert play.position.rows_left.bit_count() == play.position.still_in.bit_count() == rows
        play.do(f"take {5 - rows}")


def test_on_a_turn_one_draws_or_takes_any_row_left() -> None:
    play = Play(3)
    assert play.legal() == {"draw", "take 0", "take 1", "take 2"}
    assert play.do("take 1").legal() == {"draw", "take 0", "take 2"}


def test_an_empty_tower_cannot_be_drawn_from() -> None:
    play = Play(2)
    for _ in range(15):
        assert "draw" in play.legal()
        play.do("draw", "row 0")
    assert play.legal() == {"take 0", "take 1"}
    assert RULES.public(play.position).towers[0] == 0


def test_the_one_who_drew_alone_sees_the_token() -> None:
    play = Play(3, [BEAR]).do("draw")
    assert RULES.mine(play.position, 0).drawn == (BEAR,)
    assert RULES.mine(play.position, 1).drawn == RULES.mine(play.position, 2).drawn == ()
    assert RULES.public(play.position).drawn == 1
    assert play.told == [Drew(0, tower=0, left=14)]


def test_tokens_come_from_the_top() -> None:
    play = Play(2, [OWL, BEAR, DEER])
    for animal in (OWL, BEAR, DEER):
        seat = play.do("draw").mover()
        assert RULES.mine(play.position, seat).drawn == (animal,)
        play.do("row 0")


def test_an_empty_row_may_be_taken() -> None:
    play = Play(2).do("take 0")
    assert play.told == [Took(0, 0, (), 0)]
    assert RULES.public(play.position).takers == (0, None)


def test_whoever_takes_a_row_gets_all_its_tokens_face_up_and_is_out() -> None:
    play = Play(2, [BEAR, OWL, BEAR, BEAR])
    play.do("draw", "row 0", "draw", "row 0", "draw", "row 0", "draw", "row 0", "take 0")
    public = RULES.public(play.position)
    assert public.collections == ((0, 1, 0, 0, 0, 3), (0,) * 6)
    assert public.rows == ((), ())
    assert public.takers == (0, None)
    assert play.told[-1] == Took(0, 0, (OWL, BEAR, BEAR, BEAR), 11)
    assert play.do("draw", "row 1").mover() == 1


def test_a_row_has_no_size_limit() -> None:
    play = Play(2)
    for _ in range(15):
        play.do("draw", "row 1")
    assert len(RULES.public(play.position).rows[1]) == 15


def test_a_token_in_a_row_is_public() -> None:
    play = Play(2, [RAM]).do("draw", "row 1")
    assert RULES.public(play.position).rows == ((), (RAM,))
    assert play.told[-1] == Placed(0, 1, RAM)


def test_a_drawn_token_goes_to_any_row_left_or_is_kept() -> None:
    assert Play(3).do("take 1", "draw").legal() == {"row 0", "row 2", "keep"}


def test_there_is_no_way_back_to_taking_after_drawing() -> None:
    assert not {word for word in Play(3).do("draw").legal() if word.startswith(("take", "draw"))}


def test_a_kept_token_lies_face_down_and_its_owner_may_look_at_it() -> None:
    play = Play(2, [BOAR]).do("draw", "keep")
    public = RULES.public(play.position)
    assert public.face_down == (1, 0)
    assert public.keeps_left == (1, 2)
    assert public.collections == ((0,) * 6,) * 2
    assert play.told[-1] == Kept(0, keeps_left=1)
    play.do("draw", "row 0", "draw", "row 0")
    assert RULES.mine(play.position, 0).face_down == (BOAR,)
    assert RULES.mine(play.position, 1).face_down == ()


def test_at_most_two_tokens_are_kept_in_the_whole_game() -> None:
    play = Play(2).do("draw", "keep", "draw", "row 0", "draw", "keep", "draw", "row 0", "draw")
    assert play.mover() == 0
    assert "keep" not in play.legal()
    play.do("row 0").end_round().do("tower 1")
    while play.mover() != 0:
        play.do("draw", "row 0")
    assert "keep" not in play.do("draw").legal()
    assert "keep" in play.do("row 0", "draw").legal()


@pytest.mark.parametrize("use", ["row 0", "keep"])
def test_after_laying_down_the_turn_passes(use: str) -> None:
    assert Play(3).do("draw", use).mover() == 1


def test_after_taking_the_turn_passes() -> None:
    assert Play(3).do("take 0").mover() == 1


def test_the_last_player_may_draw_on_and_must_take_the_last_row() -> None:
    play = Play(2).do("take 0")
    for _ in range(15):
        assert play.mover() == 1
        assert play.legal() == {"draw", "take 1"}
        play.do("draw", "row 1")
    assert play.legal() == {"take 1"}
    play.do("take 1")
    assert sum(RULES.public(play.position).collections[1]) == 15


def test_the_one_who_takes_the_last_row_takes_the_rock() -> None:
    play = Play(3, rock=1).do("take 0", "take 1")
    assert RULES.public(play.position).rock == 1
    play.do("take 2")
    assert RULES.public(play.position).rock == 0


def test_the_rest_of_the_tower_goes_to_the_box_unseen() -> None:
    play = Play(2).do("draw", "row 0", "draw", "row 0", "draw", "row 1").end_round()
    assert RoundEnded(round=1, seat=0, unseen=12) in play.told
    assert RULES.public(play.position).towers == (0, 15, 15, 15)


def test_the_rock_holder_chooses_a_tower_gets_its_tree_and_starts() -> None:
    play = Play(3, [], [], [BEAR]).end_round()
    assert play.position.phase == "tower"
    assert play.mover() == 2
    assert play.legal() == {"tower 1", "tower 2", "tower 3"}
    play.do("tower 2")
    public = RULES.public(play.position)
    assert play.told[-1] == TowerChosen(seat=2, tower=2, round=2)
    assert public.round == 2
    assert public.tower == 2
    assert public.towers == (0, 15, 15, 15)
    assert public.trees == (False, True, False, True)
    assert public.tree_tiles == (0, 0, 1)
    assert play.mover() == 2
    assert RULES.mine(play.do("draw").position, 2).drawn == (BEAR,)


def test_the_markers_return_for_the_next_round() -> None:
    play = Play(3, [RABBIT]).do("draw", "row 0").end_round().do("tower 1")
    public = RULES.public(play.position)
    assert public.rows == ((), (), ())
    assert public.takers == (None, None, None)
    assert play.legal() == {"draw", "take 0", "take 1", "take 2"}


def test_only_towers_with_a_tree_can_be_chosen() -> None:
    play = Play(2).end_round().do("tower 3").end_round()
    assert play.legal() == {"tower 1", "tower 2"}


def test_even_the_last_tower_is_chosen() -> None:
    play = Play(2).end_round().do("tower 1").end_round().do("tower 2").end_round()
    assert play.position.phase == "tower"
    assert play.legal() == {"tower 3"}


def test_the_game_ends_after_the_fourth_round() -> None:
    play = Play(3).to_last_round()
    assert RULES.public(play.position).round == 4
    assert play.end_round().position.owing == ()
    assert RULES.public(play.position).phase == "over"


def test_the_last_player_out_gains_a_tree_in_rounds_one_to_three_and_the_rock_in_the_fourth() -> None:
    play = Play(2).to_last_round().end_round()
    scores = RULES.public(play.position).scores
    assert scores is not None
    # Seat 0 starts, so seat 1 is out last and starts the next round, and so on in turn.
    assert [(score.trees, score.rock) for score in scores] == [(1, 1), (2, 0)]
