"""How games change what is believed, where the bots stand, and what comes of those who leave."""

import subprocess
import sys
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bench.anchors import fitted
from triqueta_protocol.games import VOCABULARIES
from triqueta_server.archive.leaderboard import PAGE, board, with_bots
from triqueta_server.ratings.anchors import ANCHORS, anchor
from triqueta_server.ratings.book import Contender, RatingBook, bot_key, places
from triqueta_server.ratings.model import MOST_DOUBT_FOR_A_PLACE, NEWCOMER, Skill, rate, seats_class
from triqueta_server.store.ratings import Rating

skills = st.builds(Skill, st.floats(0, 50), st.floats(0.5, 9))


def test_the_bots_stand_where_their_games_put_them() -> None:
    """The table in the program is what `python -m tests.bench.anchors` prints."""
    again = {
        key: {level: round(skill, 2) for level, skill in found.items()} for key, found in fitted().items()
    }
    assert again == ANCHORS


def test_every_level_of_every_game_is_rated_and_in_order() -> None:
    for game, vocabulary in VOCABULARIES.items():
        for of in ("2", "3+"):
            skills = [ANCHORS[game, of][level] for level in vocabulary.levels]
            assert skills == sorted(skills)
            assert len(set(skills)) == len(skills)
            assert ANCHORS[game, of]["normal"] == NEWCOMER.mu, "everybody begins where normal is"


@settings(max_examples=40, deadline=None)
@given(st.lists(skills, min_size=2, max_size=6), st.randoms())
def test_a_better_place_is_never_worth_less(players: list[Skill], rng: Random) -> None:
    order = list(range(1, len(players) + 1))
    rng.shuffle(order)
    after = rate(players, order)
    assert rate(players, order) == after, "to the last bit"
    worse = [place + 10 if place == 1 else place for place in order]
    winner = order.index(1)
    assert rate(players, worse)[winner].mu < after[winner].mu
    assert after[winner].mu > players[winner].mu
    last = order.index(max(order))
    assert after[last].mu < players[last].mu


def test_equals_who_tie_stay_where_they_are_and_are_known_better() -> None:
    for seats in (2, 4):
        for after in rate([NEWCOMER] * seats, [1] * seats):
            assert after.mu == pytest.approx(NEWCOMER.mu)
            assert after.sigma < NEWCOMER.sigma


def test_two_hundred_points_are_three_games_of_four() -> None:
    """Between two of whom enough is known, what is expected is what happened on average."""
    strong, weak = Skill(25 + 200 / 29.48, 1.0), Skill(25.0, 1.0)
    assert strong.rating - weak.rating == 200
    won, lost = rate([strong, weak], [1, 2])[0].mu, rate([strong, weak], [2, 1])[0].mu
    share = (strong.mu - lost) / (won - lost)
    assert share == pytest.approx(0.76, abs=0.02)


def test_the_library_is_loaded_when_a_game_is_rated_and_not_before() -> None:
    asking = "import sys, triqueta_server.ratings.book as b; print('openskill' in sys.modules); "
    asking += "b.RatingBook().rate('triqueta', [b.Contender('a', 1), b.Contender('b', 2)]); "
    asking += "print('openskill' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asking], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_it_takes_about_ten_games_to_get_a_place() -> None:
    rng, someone, games = Random(3), NEWCOMER, 0
    normal = anchor("triqueta", "2", "normal")
    assert normal is not None
    while someone.sigma > MOST_DOUBT_FOR_A_PLACE:
        first = rng.random() < 0.5
        someone = rate([someone, normal], [1, 2] if first else [2, 1])[0]
        games += 1
    assert 8 <= games <= 14


def test_those_who_left_share_the_last_place() -> None:
    stayed = [
        Contender("ana", 3),
        Contender("bo", 1, gone=True),
        Contender("cy", 2),
        Contender("di", 4, True),
    ]
    assert places(stayed) == [2, 3, 1, 3]
    assert places([Contender("ana", 1, True), Contender(bot_key("easy"), 2)]) == [2, 1]


def test_leaving_is_never_better_than_staying_last() -> None:
    for place in (1, 2, 3):
        ends = []
        for gone in (False, True):
            others = [Contender(name, at) for name, at in zip(("bo", "cy"), {1, 2, 3} - {place}, strict=True)]
            book = RatingBook()
            book.rate("triqueta", [Contender("ana", place, gone), *others])
            ends.append(book.lines["triqueta", "3+", "ana"].skill.mu)
        assert ends[1] <= ends[0]


def test_bots_do_not_move_and_one_that_nobody_has_measured_does() -> None:
    book = RatingBook()
    for _ in range(3):
        book.rate("triqueta", [Contender("ana", 1), Contender(bot_key("expert"), 2)])
        book.rate("parley", [Contender("ana", 1), Contender(bot_key("expert"), 2)])
    expert = ANCHORS["triqueta", "2"]["expert"]
    assert book.lines["triqueta", "2", "bot:expert"].skill == Skill(expert, 0.0)
    assert book.lines["parley", "2", "bot:expert"].skill.mu < NEWCOMER.mu


def test_each_game_and_class_has_ratings_of_its_own() -> None:
    assert [seats_class(seats) for seats in (2, 3, 6)] == ["2", "3+", "3+"]
    book = RatingBook()
    book.rate("triqueta", [Contender("ana", 1), Contender("bo", 2)])
    assert {key[:2] for key in book.lines} == {("triqueta", "2")}
    before = dict(book.lines)
    book.rate("tripitz", [Contender("ana", 2), Contender("bo", 1)])
    book.rate("triqueta", [Contender("ana", 2), Contender("bo", 1), Contender("cy", 3)])
    assert {key: book.lines[key] for key in before} == before


def test_the_list_has_places_for_those_who_are_known_and_bots_among_them() -> None:
    rated = [
        (Rating("triqueta", "2", "ana", 30.0, 2.0, 40, 30, False), "Ana"),
        (Rating("triqueta", "2", "bo", 45.0, 8.0, 1, 1, False), "Bo"),
        (Rating("triqueta", "2", "cy", 30.0, 2.0, 40, 20, True), "Cy"),
        (Rating("triqueta", "2", "di", 20.0, 2.0, 40, 20, False), None),
        (Rating("triqueta", "2", "bot:easy", 9.0, 3.0, 7, 1, False), None),
    ]
    lines = board(with_bots(rated, "triqueta", "2", VOCABULARIES["triqueta"].levels), "cy")
    said = [(line.place, line.name or line.level) for line in lines]
    assert said == [(1, "expert"), (2, "hard"), (3, "Ana"), (3, "Cy"), (5, "normal"), (6, "easy"), (0, "Bo")]
    assert [line.name for line in lines if line.you] == ["Cy"]
    assert [line.name for line in lines if line.bot] == ["Cy"]
    easy = next(line for line in lines if line.level == "easy")
    assert (easy.games, easy.wins, easy.doubt) == (7, 1, 0)
    assert all(first.rating >= second.rating for first, second in pairwise(lines[:-1]))
    assert len(lines) < PAGE
