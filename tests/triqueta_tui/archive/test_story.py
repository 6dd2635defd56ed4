"""The story of a game in short."""

from triqueta_tui.archive.game_timeline import Score
from triqueta_tui.archive.story import Gain, story


def course(*points: tuple[int, ...], rounds: tuple[int, ...] = ()) -> list[Score]:
    return [Score(one, rounds[at] if rounds else 0) for at, one in enumerate(points)]


def test_who_led_and_when_for_good() -> None:
    told = story(course((0, 0), (3, 0), (3, 5), (5, 5), (9, 5), (9, 8)))
    assert told is not None
    assert (told.changes, told.leader, told.ahead_since, told.ahead_round) == (2, 0, 4, 0)
    assert told.best == Gain(1, 5, 0)
    assert told.rounds == ()


def test_who_was_level_in_between_led_again_from_there_on() -> None:
    told = story(course((0, 0), (4, 0), (4, 4), (6, 4)))
    assert told is not None
    assert (told.changes, told.ahead_since) == (0, 3)


def test_a_shared_win_has_no_leader() -> None:
    told = story(course((0, 0), (4, 0), (4, 4)))
    assert told is not None
    assert (told.leader, told.ahead_since) == (-1, None)


def test_the_points_after_each_round_and_what_the_end_reveals() -> None:
    told = story(course((0, 0), (2, 5), (6, 5), (6, 5), (6, 9), rounds=(0, 1, 1, 2, 2)))
    assert told is not None
    assert told.rounds == ((2, 5), (6, 9))
    assert told.best == Gain(1, 5, 1)
    assert (told.leader, told.ahead_since, told.ahead_round) == (1, 4, 2)


def test_a_game_without_points_has_none() -> None:
    assert story(course((), ())) is None
