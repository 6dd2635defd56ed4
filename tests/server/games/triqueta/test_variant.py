"""The designer's rule for two: two tokens are drawn, and they get two different uses."""

from tests.server.games.triqueta.play import BEAR, DEER, OWL, RABBIT, Play
from triqueta_protocol.games.triqueta import Boxed, Drew, Kept, Options, Placed
from triqueta_server.games.triqueta.rules import RULES

ROWS = {"row 0", "row 1"}


def test_it_is_off_unless_chosen() -> None:
    assert not RULES.begin(2, Options(), b"").dorra
    assert RULES.begin(2, Options(variant="dorra"), b"").dorra


def test_a_draw_takes_two_tokens_secretly() -> None:
    play = Play(2, [OWL, BEAR], dorra=True).do("draw")
    assert play.told == [Drew(0, tower=0, left=13, count=2)]
    assert RULES.public(play.position).drawn == 2
    assert RULES.mine(play.position, 0).drawn == (OWL, BEAR)
    assert RULES.mine(play.position, 1).drawn == ()


def test_the_first_token_may_go_anywhere() -> None:
    assert Play(2, dorra=True).do("draw").legal() == ROWS | {"keep", "box"}


def test_after_a_row_the_second_is_kept_or_boxed() -> None:
    assert Play(2, dorra=True).do("draw", "row 0").legal() == {"keep", "box"}


def test_after_a_keep_the_second_goes_to_a_row_or_the_box() -> None:
    assert Play(2, dorra=True).do("draw", "keep").legal() == ROWS | {"box"}


def test_after_the_box_the_second_goes_to_a_row_or_is_kept() -> None:
    assert Play(2, dorra=True).do("draw", "box").legal() == ROWS | {"keep"}


def test_the_turn_passes_after_the_second_token() -> None:
    play = Play(2, dorra=True).do("draw", "row 0")
    assert play.mover() == 0
    assert RULES.public(play.position).drawn == 1
    assert play.do("box").mover() == 1


def test_the_first_drawn_is_laid_down_first_and_each_is_told() -> None:
    play = Play(2, [OWL, BEAR, DEER, RABBIT], dorra=True).do("draw", "row 1", "keep", "draw", "box")
    assert play.told[1:3] == [Placed(0, 1, OWL), Kept(0, keeps_left=1)]
    assert play.told[-1] == Boxed(1)
    assert RULES.mine(play.position, 0).face_down == (BEAR,)
    assert RULES.mine(play.position, 1).drawn == (RABBIT,)


def test_no_more_than_two_are_kept_in_the_game() -> None:
    play = Play(2, dorra=True)
    play.do("draw", "keep", "box", "draw", "row 0", "box", "draw", "keep", "row 0", "draw", "row 0", "box")
    assert play.mover() == 0
    assert play.do("draw").legal() == ROWS | {"box"}
    assert play.do("row 0").legal() == {"box"}


def test_without_keeps_the_second_goes_to_a_row_after_the_box() -> None:
    play = Play(2, dorra=True)
    play.do("draw", "keep", "box", "draw", "row 0", "box", "draw", "keep", "row 0", "draw", "row 0", "box")
    assert play.do("draw", "box").legal() == ROWS


def nearly_empty() -> Play:
    play = Play(2, dorra=True)
    for _ in range(7):
        play.do("draw", "row 0", "box")
    return play


def test_the_last_token_of_a_tower_is_drawn_alone_and_goes_to_a_row_or_is_kept() -> None:
    play = nearly_empty().do("draw")
    assert play.told[-1] == Drew(1, tower=0, left=0, count=1)
    assert play.legal() == ROWS | {"keep"}
    assert play.do("keep").legal() == {"take 0", "take 1"}


def test_a_token_drawn_alone_without_keeps_goes_to_a_row() -> None:
    play = Play(2, dorra=True)
    for _ in range(2):
        play.do("draw", "row 0", "keep", "draw", "row 0", "keep")
    for _ in range(3):
        play.do("draw", "row 0", "box")
    assert RULES.public(play.position).keeps_left == (0, 0)
    assert play.do("draw").legal() == ROWS


def test_taking_is_unchanged() -> None:
    play = Play(2, [BEAR, OWL], dorra=True).do("draw", "row 0", "box", "take 0")
    assert RULES.public(play.position).collections[1] == (0, 0, 0, 0, 0, 1)
    assert play.legal() == {"draw", "take 1"}


def test_a_boxed_token_is_known_to_the_mover_only() -> None:
    play = Play(2, [BEAR, OWL], dorra=True).do("draw", "row 0", "box")
    assert RULES.mine(play.position, 0).boxed == (OWL,)
    assert RULES.mine(play.position, 1).boxed == ()
    assert RULES.public(play.position).boxed == (1, 0)
