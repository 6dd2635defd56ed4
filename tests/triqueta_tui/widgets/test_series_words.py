"""A series in words: for two and for more, from a seat and from elsewhere, before and after its end."""

import pytest
from msgspec import structs

from tests.triqueta_tui.games.series import Results, series_now
from tests.triqueta_tui.session.told import room
from triqueta_protocol.events import Room, SeatInfo
from triqueta_protocol.series import SeriesKind, SeriesNow, SeriesScore
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.widgets.series_words import (
    again_word,
    game_words,
    lead_words,
    numbers,
    own_score,
    result_words,
    rule_words,
    score_words,
    series_facts,
    won_words,
)

NAMES = ("Ana", "Bo", "Cy", "Dan")


def table_of(many: int) -> Room:
    seats = (SeatInfo(kind="player", name=name, player=f"p{at}") for at, name in enumerate(NAMES[:many]))
    return room(seats=tuple(seats))


def series(
    many: int, games: Results, length: int = 5, kind: SeriesKind = "best_of", *, over: bool = False
) -> SeriesNow:
    return series_now(table_of(many), kind, length, games, over=over)


@pytest.mark.parametrize(
    ("many", "games", "seat", "words"),
    [
        (2, [], 0, ""),
        (2, [(0,), (1,)], 0, "level at 1 : 1"),
        (2, [(0,)], 0, "you lead 1 : 0"),
        (2, [(0,)], 1, "Ana leads 1 : 0"),
        (2, [(1,), (1,), (0,)], None, "Bo leads 2 : 1"),
        (3, [(0,), (1,), (2,)], 0, "1 each: level"),
        (3, [(0,), (1,)], 0, "Ana, Bo lead with 1"),
        (3, [(0,), (1,), (1,)], 1, "you lead with 2"),
        (4, [(0,), (1,), (1,)], 0, "Bo leads with 2"),
    ],
)
def test_who_is_in_front(many: int, games: Results, seat: int | None, words: str) -> None:
    assert lead_words(series(many, games), seat) == words


@pytest.mark.parametrize(
    ("many", "games", "kind", "seat", "words"),
    [
        (2, [(0,), (1,), (0,)], "best_of", 0, "You win the series 2 : 1!"),
        (2, [(0,), (1,), (0,)], "best_of", 1, "Ana wins the series 2 : 1"),
        (3, [(2,), (0,), (2,)], "best_of", 2, "You win the series with 2 of 3 games!"),
        (3, [(2,), (0,), (2,)], "games", None, "Cy wins the series with 2 of 3 games"),
        (3, [(2,), (0,), (1, 2, 0)], "games", 0, "A shared series at 2 each: Ana, Cy"),
    ],
)
def test_who_has_won(many: int, games: Results, kind: SeriesKind, seat: int | None, words: str) -> None:
    assert won_words(series(many, games, 3, kind, over=True), seat) == words


def test_scores_have_those_in_front_first() -> None:
    assert score_words(series(2, [(1,), (1,), (0,)])) == "Bo 2 : 1 Ana"
    assert score_words(series(3, [(1,), (1,), (2,)])) == "Bo 2 · Cy 1 · Ana 0"
    assert numbers(series(3, [(1,), (1,), (2,)])) == "2:1:0"


def test_the_own_points_come_first_where_two_play() -> None:
    assert own_score(series(2, [(1,)]), 0) == "0 : 1"
    assert own_score(series(2, [(1,)]), 1) == "1 : 0"
    assert own_score(series(2, [(1,)]), None) == ""
    assert own_score(series(2, []), 0) == ""
    assert own_score(series(3, [(1,)]), 0) == ""


def test_games_are_numbered_and_one_too_many_is_the_decider() -> None:
    assert game_words(series(2, [(0,)])) == "game 2 of 5"
    level = series(2, [(0,), (1,), (0, 1)], 3)
    assert game_words(level) == "game 4, the decider"
    after = series(2, [(0,), (1,), (0, 1)], 3, over=True)
    assert result_words(after) == "Series: Ana 2 : 2 Bo. Next: game 4, the decider"
    ended = series(2, [(0,), (0,)], 3, over=True)
    assert result_words(ended) == "That settles the series: Ana 2 : 0 Bo"
    assert (again_word(after), again_word(ended)) == ("next game", "new series")


def test_who_is_gone_counts_with_points_only() -> None:
    now = series(2, [(0,)])
    gone = (SeriesScore("Eve", 1, "p8"), SeriesScore("Fay", 0, "p9"))
    now = structs.replace(now, scores=now.scores + gone, games=((0,), (2,)))
    assert score_words(now) == "Ana 1 · Eve 1 · Bo 0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_of_it(language: str) -> None:
    """Words that are missing raise here."""
    use(language)
    for many in (2, 3):
        for kind in ("best_of", "games"):
            for games in ([], [(0,)], [(0,), (1,)], [(0,), (1,), (0, 1)], [(0,), (1,), (0,)]):
                now = series(many, games, 3, kind)
                for seat in (0, 1, None):
                    told = [lead_words(now, seat), *([won_words(now, seat)] if now.winners else [])]
                    assert all("{" not in words for words in told)
                told = [rule_words(now), *series_facts(now), game_words(now), result_words(now)]
                assert all(words and "{" not in words for words in told)
