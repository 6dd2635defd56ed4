"""Where the rule sheets are silent or differ, and what is played here."""

from tests.server.games.triqueta.play import BEAR, OWL, RABBIT, Play
from triqueta_protocol.games.triqueta import deal, points
from triqueta_server.games.triqueta.lookups import packed
from triqueta_server.games.triqueta.rules import RULES
from triqueta_server.games.triqueta.scoring import scoresheet


def test_t1_the_last_player_must_take_the_last_row() -> None:
    play = Play(3).do("take 0", "take 1")
    while "draw" in play.legal():
        play.do("draw", "row 2")
    assert play.legal() == {"take 2"}
    assert play.do("take 2").position.phase == "tower"


def test_t2_more_than_three_cost_one_for_each_beyond_the_third() -> None:
    assert points(BEAR, 5) == -2


def test_t3_there_are_as_many_row_markers_as_players() -> None:
    for seats in (2, 3, 4, 5):
        assert len(RULES.public(Play(seats).position).rows) == seats


def test_t4_a_tree_stays_with_its_owner_to_the_end() -> None:
    play = Play(2).end_round().do("tower 1")
    assert RULES.public(play.position).tree_tiles == (0, 1)
    play.to_last_round().end_round()
    scores = RULES.public(play.position).scores
    assert scores is not None
    assert scores[1].trees >= 1


def test_t5_each_token_is_a_free_choice_even_a_bad_one() -> None:
    play = Play(2, [OWL, RABBIT, OWL]).do("draw", "keep", "draw", "row 0", "draw", "keep")
    play.to_last_round().end_round()
    assert play.legal() == {"reveal 0", "reveal 1", "reveal 2", "reveal 3"}
    for mask, owls in ((0, 0), (1, 1), (2, 1), (3, 2)):
        position = play.position.copy()
        position.apply(0, RULES.read(position, 0, {"do": "reveal", "add": [bool(mask & 1), bool(mask & 2)]}))
        assert RULES.public(position).collections[0][OWL] == owls


def test_t6_tokens_over_a_triqueta_count_for_the_tie_break() -> None:
    sheet = scoresheet([packed([BEAR] * 5), 0], [2, 0], rock=1)
    assert [(column.total, column.tokens) for column in sheet] == [(0, 5), (1, 0)]
    sheet = scoresheet([packed([BEAR] * 5), 0], [2, 0], rock=0)
    assert [(column.total, column.tokens, column.rank) for column in sheet] == [(1, 5, 1), (0, 0, 2)]
    sheet = scoresheet([packed([BEAR] * 5), packed([OWL])], [3, 0], rock=-1)
    assert [(column.total, column.tokens, column.rank) for column in sheet] == [(1, 5, 1), (1, 1, 2)]


def test_t6_returned_tokens_do_not_count_for_the_tie_break() -> None:
    play = Play(2, [OWL]).do("draw", "keep").to_last_round().end_round().do("reveal 0")
    scores = RULES.public(play.position).scores
    assert scores is not None
    assert [score.tokens for score in scores] == [0, 0]


def test_t7_a_row_may_grow_past_three() -> None:
    play = Play(2)
    for _ in range(4):
        play.do("draw", "row 0")
    assert "row 0" in play.do("draw").legal()


def test_t8_a_keep_never_comes_back() -> None:
    play = Play(2).do("draw", "keep", "draw", "row 0", "draw", "keep").to_last_round()
    assert RULES.public(play.position).keeps_left == (0, 2)
    play.end_round().do("reveal 0")
    assert RULES.public(play.position).keeps_left == (0, 2)


def test_t9_only_the_holder_after_round_four_scores_the_rock() -> None:
    play = Play(2)
    for _ in range(3):
        assert RULES.public(play.position).points == RULES.public(play.position).tree_tiles
        play.end_round()
        assert RULES.public(play.position).points == RULES.public(play.position).tree_tiles
        play.do(min(play.legal()))
    holder = RULES.public(play.end_round().position).rock
    scores = RULES.public(play.position).scores
    assert scores is not None
    assert [score.rock for score in scores] == [int(seat == holder) for seat in range(2)]


def test_t10_the_seed_fixes_which_token_is_drawn_from_the_tower_that_is_chosen() -> None:
    order, rock = deal(b"any", 2)
    for tower in (1, 2, 3):
        play = Play(2, deal=order, rock=rock).end_round().do(f"tower {tower}")
        drawn: list[int] = []
        while "draw" in play.legal():
            seat = play.do("draw").mover()
            drawn += RULES.mine(play.position, seat).drawn
            play.do("row 0")
        assert bytes(drawn) == order[15 * tower : 15 * tower + 15]


def test_t11_the_game_is_spelled_triqueta() -> None:
    assert RULES.vocabulary.game == "triqueta"
