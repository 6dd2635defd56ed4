"""The arithmetic of a series: points add up, and it ends exactly when it is settled."""

from itertools import chain, combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from triqueta_protocol.series import SeriesKind
from triqueta_server.tables.state.series import Contestant, Series

Results = list[tuple[int, ...]]


def contestants(many: int) -> list[Contestant]:
    """People and bots by turns."""
    return [
        Contestant(f"Bot {at}", level="hard") if at % 2 else Contestant(f"P{at}", f"id{at}")
        for at in range(many)
    ]


def any_winners(many: int) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(range(many), size) for size in range(1, many + 1)))


def played(kind: SeriesKind, length: int, many: int, results: Results) -> Series:
    """A series after these results; they stop where it is settled."""
    people, series = contestants(many), Series(kind, length)
    for number, won in enumerate(results):
        if series.winners:
            break
        series = series.begin_game(f"game {number}", people).end_game([people[at] for at in won])
    return series


many_results = st.integers(2, 4).flatmap(
    lambda many: st.tuples(
        st.just(many), st.lists(st.sampled_from(any_winners(many)), min_size=1, max_size=12)
    )
)
kinds = st.sampled_from(["best_of", "games"])


@given(kind=kinds, length=st.integers(2, 7), results=many_results)
@settings(max_examples=80, deadline=None)
def test_every_win_is_a_point_and_every_game_has_its_number(
    kind: SeriesKind, length: int, results: tuple[int, Results]
) -> None:
    many, won = results
    series = played(kind, length, many, won)
    assert sum(series.points) == sum(map(len, series.games))
    assert series.games == tuple(won[: len(series.games)])
    assert series.points == [sum(at in one for one in series.games) for at in range(many)]
    assert series.id == "game 0"
    if len(series.games) < len(won):
        assert series.winners, "only a series that is settled stops"


@given(kind=kinds, length=st.integers(2, 4), results=many_results.filter(lambda one: one[0] < 4))
@settings(max_examples=80, deadline=None)
def test_it_is_settled_exactly_when_the_games_left_can_change_nothing(
    kind: SeriesKind, length: int, results: tuple[int, Results]
) -> None:
    """Against all ways in which the games that are left could end."""
    many, won = results
    series = played(kind, length, many, won)
    left = max(0, length - len(series.games))
    endings = [
        _leaders(many, [*series.games, *rest]) for rest in product(any_winners(many), repeat=min(left, 4))
    ]
    if kind == "games":
        assert series.winners == (() if left else endings[0])
    elif all(len(one) == 1 and one == endings[0] for one in endings):
        assert series.winners == endings[0]
    else:
        assert series.winners == ()


def _leaders(many: int, games: Results) -> tuple[int, ...]:
    points = [sum(at in one for one in games) for at in range(many)]
    return tuple(at for at in range(many) if points[at] == max(points))


@given(length=st.integers(2, 5), results=many_results)
@settings(max_examples=60, deadline=None)
def test_best_of_has_one_winner_and_goes_on_until_there_is_one(
    length: int, results: tuple[int, Results]
) -> None:
    many, won = results
    series = played("best_of", length, many, won)
    assert len(series.winners) <= 1
    if len(series.games) > length:
        before = played("best_of", length, many, won[: len(series.games) - 1])
        assert len(_leaders(many, list(before.games))) > 1, "a further game is for who is level in front"


def test_people_are_who_they_are_and_bots_are_their_name_and_level() -> None:
    ana, again = Contestant("Ana", "id"), Contestant("Anna", "id")
    assert ana.is_same(again)
    assert not ana.is_same(Contestant("Ana", "other"))
    assert not ana.is_same(Contestant("Ana"))
    bot = Contestant("Ulla", level="easy")
    assert bot.is_same(Contestant("Ulla", level="easy"))
    assert not bot.is_same(Contestant("Ulla", level="hard"))


def test_who_is_gone_without_a_point_leaves_no_trace_and_the_others_keep_theirs() -> None:
    """However often seats change hands, a series does not grow but by games that were won."""
    ana, bo, cy, dan = (Contestant(name, name) for name in ("Ana", "Bo", "Cy", "Dan"))
    series = Series("games", 9).begin_game("first", [ana, bo, cy]).end_game([cy])
    series = series.begin_game("second", [bo, dan]).end_game([bo, dan])
    assert [one.name for one in series.contestants] == ["Bo", "Cy", "Dan"]
    assert (series.points, series.games) == ([1, 1, 1], ((1,), (0, 2)))
    back = series.begin_game("third", [ana, cy])
    assert [one.name for one in back.contestants] == ["Bo", "Cy", "Dan", "Ana"]
    assert (back.id, back.points) == ("first", [1, 1, 1, 0])
    for number in range(50):
        somebody = Contestant(f"Bot {number}", level="easy")
        back = back.begin_game("more", [ana, somebody]).end_game([ana])
    assert len(back.contestants) == 5
