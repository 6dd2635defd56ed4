"""The last reveal and the scoresheet."""

import pytest

from tests.server.games.triqueta.play import BEAR, BOAR, DEER, OWL, RABBIT, RAM, Play
from triqueta_protocol.games.triqueta import (
    KINDS,
    TOKENS_OF_A_KIND,
    VALUES,
    Choice,
    Decided,
    Reveal,
    Revealed,
    points,
)
from triqueta_server.games.triqueta.lookups import packed
from triqueta_server.games.triqueta.rules import RULES
from triqueta_server.games.triqueta.scoring import reveal_points, score, scoresheet


def heap(**counts: int) -> int:
    names = {"rabbit": RABBIT, "owl": OWL, "deer": DEER, "boar": BOAR, "ram": RAM, "bear": BEAR}
    return packed(names[name] for name, count in counts.items() for _ in range(count))


@pytest.mark.parametrize("kind", range(KINDS))
def test_one_scores_one_two_score_two_three_score_the_value_and_more_cost_a_point_each(kind: int) -> None:
    expected = [0, 1, 2, VALUES[kind], -1, -2, -3, -4, -5, -6, -7]
    assert [points(kind, count) for count in range(TOKENS_OF_A_KIND + 1)] == expected
    assert [score(packed([kind] * count)) for count in range(TOKENS_OF_A_KIND + 1)] == expected


def test_the_example_of_the_rules_scores_eighteen() -> None:
    collection = heap(rabbit=2, owl=3, deer=1, boar=3, bear=5)
    [column, _] = scoresheet([collection, 0], [2, 0], rock=0)
    assert column.animals == (2, 6, 1, 8, 0, -2)
    assert (column.trees, column.rock, column.total, column.tokens) == (2, 1, 18, 14)


def test_no_more_than_forty_nine_can_be_scored() -> None:
    most = [max(points(kind, count) for count in range(TOKENS_OF_A_KIND + 1)) for kind in range(KINDS)]
    assert sum(most) == 45
    all_triquetas = packed(kind for kind in range(KINDS) for _ in range(3))
    assert scoresheet([all_triquetas, 0], [3, 0], rock=0)[0].total == 49


def test_each_tree_and_the_rock_score_one_point() -> None:
    sheet = scoresheet([0, 0, 0], [1, 2, 0], rock=2)
    assert [column.total for column in sheet] == [1, 2, 1]


def test_the_highest_total_wins() -> None:
    sheet = scoresheet([heap(bear=3), heap(ram=3), heap(owl=3)], [0, 0, 0], rock=2)
    assert [column.rank for column in sheet] == [1, 2, 3]


def test_a_tie_is_decided_by_the_number_of_tokens_that_count() -> None:
    seven = [heap(rabbit=1, owl=6), heap(deer=1, boar=1)]
    # -2 with seven tokens and four trees' worth against 2 with two tokens.
    sheet = scoresheet([*seven], [2, 0], rock=0)
    assert [column.total for column in sheet] == [1, 2]
    sheet = scoresheet([*seven], [3, 0], rock=0)
    assert [column.total for column in sheet] == [2, 2]
    assert [column.tokens for column in sheet] == [7, 2]
    assert [column.rank for column in sheet] == [1, 2]


def test_what_is_still_tied_is_a_shared_win() -> None:
    sheet = scoresheet([heap(owl=1), heap(bear=1), 0], [0, 0, 0], rock=2)
    assert [column.total for column in sheet] == [1, 1, 1]
    assert [column.rank for column in sheet] == [1, 1, 3]


def test_all_that_share_the_first_rank_have_won() -> None:
    play = Play(2)
    assert RULES.winners(play.position) == ()
    # With nothing but empty rows, seat 1 gets two trees, and seat 0 one and the rock.
    assert RULES.winners(play.to_last_round().end_round().position) == (0, 1)
    assert RULES.winners(Play(2).do("draw", "row 1", "take 0").to_last_round().end_round().position) == (0,)


def with_keeps() -> Play:
    """Before the last reveal: seat 0 has two bears and kept an owl and a bear, seat 1 kept a ram."""
    play = Play(2, [OWL, RAM, BEAR, BEAR, BEAR])
    play.do(
        "draw", "keep", "draw", "keep", "draw", "keep", "draw", "row 0", "draw", "row 0", "take 1", "take 0"
    )
    return play.do("tower 1").to_last_round().end_round()


def test_each_player_decides_for_each_face_down_token() -> None:
    play = with_keeps()
    assert play.position.phase == "reveal"
    assert play.position.owing == (0, 1)
    assert set(play.legal()) == {"reveal 0", "reveal 1", "reveal 2", "reveal 3"}
    assert [choice.action for choice in RULES.mine(play.position, 1).choices] == [
        Reveal((False,)),
        Reveal((True,)),
    ]


def test_decisions_stay_hidden_until_all_have_decided() -> None:
    play = with_keeps()
    before = RULES.public(play.position)
    told = len(play.told)
    play.position.apply(1, RULES.read(play.position, 1, {"do": "reveal", "add": [True]}), play.told)
    after = RULES.public(play.position)
    assert play.told[told:] == [Decided(1)]
    assert (after.collections, after.points, after.face_down) == (
        before.collections,
        before.points,
        before.face_down,
    )
    assert after.owing == (0,)
    assert RULES.mine(play.position, 1).face_down == (RAM,)
    play.position.apply(0, RULES.read(play.position, 0, {"do": "reveal", "add": [False, True]}), play.told)
    assert play.told[told + 1 :] == [
        Decided(0),
        Revealed(0, added=(BEAR,), returned=1),
        Revealed(1, added=(RAM,), returned=0),
    ]
    over = RULES.public(play.position)
    assert over.phase == "over"
    assert over.collections == ((0, 0, 0, 0, 0, 3), (0, 0, 0, 0, 1, 0))
    assert over.face_down == (0, 0)
    assert over.keeps_left == (0, 1)


def test_who_has_kept_nothing_decides_nothing() -> None:
    play = Play(3, [OWL]).do("draw", "keep").to_last_round().end_round()
    assert play.position.owing == (0,)
    assert play.do("reveal 1").position.phase == "over"


def test_the_rock_counts_as_soon_as_the_last_round_is_over() -> None:
    play = with_keeps()
    public = RULES.public(play.position)
    assert public.phase == "reveal"
    animals_and_trees = [
        score(collection) + trees
        for collection, trees in zip(play.position.collections, public.tree_tiles, strict=True)
    ]
    assert [now - then for now, then in zip(public.points, animals_and_trees, strict=True)] == [
        int(seat == public.rock) for seat in range(2)
    ]
    running = Play(2)
    assert RULES.public(running.position).points == (0, 0)


def test_the_best_reveal_is_marked_and_no_other_is_better() -> None:
    play = with_keeps()
    choices = RULES.mine(play.position, 0).choices
    assert choices == (
        Choice(Reveal((False, False)), 0),
        Choice(Reveal((True, False)), 1),
        Choice(Reveal((False, True)), 8),
        Choice(Reveal((True, True)), 9, best=True),
    )


def test_the_best_reveal_is_unique_but_for_like_tokens() -> None:
    """Whatever lies face up, two different sets of tokens never score the same at the top."""
    for first in range(KINDS):
        for second in range(KINDS):
            for of_first in range(9):
                for of_second in range(9):
                    collection = packed([first] * of_first + [second] * of_second * (first != second))
                    gains = reveal_points(collection, (first, second))
                    best = [mask for mask, gain in enumerate(gains) if gain == max(gains)]
                    assert len(best) == 1 or (first == second and best == [1, 2])
