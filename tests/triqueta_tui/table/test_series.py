"""A series at the table: in the status line, after a game, and its end as a moment of its own."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec import structs
from textual.pilot import Pilot

from tests.triqueta_tui.games.playing import BareApp
from tests.triqueta_tui.games.series import Results, in_series, series_now, tell
from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import Seated, seated
from triqueta_protocol.series import SeriesKind
from triqueta_tui.settings import Settings
from triqueta_tui.table.celebration import Celebration
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.table.series_screen import SeriesScreen

MOVING = Settings(language="en", theme="forest", motion=True)


@cache
def whole_game() -> tuple[int, int]:
    """How many decisions the game takes, and who wins it."""
    table, moves = LocalTable(3, 0), 0
    while table.position.owing:
        table.move()
        moves += 1
    [won] = table.rules.winners(table.position)
    return moves, won


def winner() -> int:
    return whole_game()[1]


def nearly_over(kind: SeriesKind, length: int, games: Results) -> LocalTable:
    """A table at which one decision is left."""
    table = LocalTable(3, 0)
    for _ in range(whole_game()[0] - 1):
        table.move()
    return in_series(table, kind, length, games)


async def end(at: Seated) -> None:
    at.table.move()
    await at.pilot.pause()


async def test_the_status_line_says_which_game_it_is_and_who_leads(tmp_path: Path) -> None:
    two = in_series(LocalTable(2, 0), "best_of", 3, [(1,)])
    async with seated(tmp_path, two) as at:
        assert "game 2 of 3, 0 : 1" in at.line(0), "the longer sentence does not fit"
        await at.pilot.resize_terminal(120, 36)
        await at.pilot.pause()
        assert "game 2 of 3, Björn leads 1 : 0" in at.line(0)
        await at.press("v")
        assert "Björn  1 game won" in at.text
        assert "Ana  0 games won" in at.text
        await at.press("v")
        assert "KNOT" in at.line(0)


async def test_a_game_of_a_series_ends_with_the_score_and_what_comes_next(tmp_path: Path) -> None:
    won = winner()
    async with seated(tmp_path, nearly_over("games", 4, [(won,), (won,)])) as at:
        await end(at)
        at.top(ResultScreen)
        name = at.table.room.seats[won].name
        assert f"Series: {name} 3" in at.text
        assert "Next: game 4 of 4" in at.text
        assert "a next game" in at.line(23)
        await at.press("s")
        card = at.top(SeriesScreen)
        assert "Series: 4 games" in at.text
        assert f"Game 3 of 4, {name if won else 'you'} lead" in at.text
        assert "Everyone who shares a win gets a point" in at.text
        assert not card.query(Celebration)
        await at.press("escape")
        at.top(ResultScreen)
        await at.press("a")
        assert at.app.navigator.begun_again == 1


async def test_the_end_of_a_series_comes_by_itself_once_and_leads_to_a_new_one(tmp_path: Path) -> None:
    won = winner()
    async with seated(tmp_path, nearly_over("best_of", 3, [(won,)])) as at:
        await end(at)
        at.top(SeriesScreen)
        name = at.table.room.seats[won].name
        assert ("You win" if won == 0 else f"{name} wins") + " the series with 2 of 2 games" in at.text
        assert "Game 2: " in at.text
        assert "(2)" in at.text
        assert at.text.count("–") == 3, "the game that was not needed"
        assert "a new series" in at.line(23)
        await at.press("enter")
        at.top(ResultScreen)
        assert "That settles the series" in at.text
        at.table.tell([], {"watchers": ["Zoë"]})
        await at.pilot.pause()
        at.top(ResultScreen)
        await at.press("s")
        at.top(SeriesScreen)
        await at.press("a")
        assert at.app.navigator.begun_again == 1
        await at.press("q", "l")
        assert at.app.navigator.left == 1


async def test_the_series_is_celebrated_and_not_its_last_game(tmp_path: Path) -> None:
    won = winner()
    async with seated(tmp_path, nearly_over("best_of", 3, [(won,)]), settings=MOVING) as at:
        await end(at)
        card = at.top(SeriesScreen)
        assert at.table.room.seats[won].name in at.text
        assert "best of 3" not in at.text
        await at.press("space")
        at.top(SeriesScreen)
        assert "best of 3" in at.text
        assert not card.query(Celebration)
        await at.press("space")
        assert not at.top(ResultScreen).query(Celebration)


async def test_who_waits_for_the_host_is_told_so(tmp_path: Path) -> None:
    table = nearly_over("games", 2, [(0,)])
    table.room = structs.replace(table.room, host="p1")
    table.tell([], {"host": "p1"})
    async with seated(tmp_path, table) as at:
        await end(at)
        at.top(SeriesScreen)
        assert "The host decides: Björn" in at.text
        assert "a: ask for one" in at.text


async def test_where_there_are_no_notes_the_headline_has_the_score(tmp_path: Path) -> None:
    async with seated(tmp_path, nearly_over("best_of", 9, [(winner(),)]), size=(40, 12)) as at:
        await end(at)
        at.top(ResultScreen)
        assert "(2:0:0)" in at.line(0)


async def test_a_long_series_shows_its_last_games(tmp_path: Path) -> None:
    games = [(number % 2,) for number in range(98)]
    async with seated(tmp_path, nearly_over("games", 99, games), size=(40, 12)) as at:
        await end(at)
        at.top(SeriesScreen)
        heading = next(line for line in at.lines() if "won" in line and "99" in line)
        assert "…" in heading
        assert "98" in heading
        names = [line.split()[0] for line in at.lines() if line.strip().startswith(("Ana", "Björn", "Chlo"))]
        assert sorted(names) == ["Ana", "Björn", "Chloé"]


Compare = Callable[..., bool]


@pytest.mark.parametrize(
    ("language", "size"), [("en", (80, 24)), ("de", (120, 36)), ("zh_Hant", (40, 12))], ids=str
)
def test_look(tmp_path: Path, snap_compare: Compare, language: str, size: tuple[int, int]) -> None:
    app = BareApp(tmp_path, Settings(language=language, theme="forest"))
    table = LocalTable(4, 0)
    table.play_on(lambda _: False)
    games: Results = [(0,), (1,), (0, 2), (3,), (0,)]
    tell(table, series_now(table.room, "best_of", 5, games, over=True))
    assert table.mirror.room.series is not None
    assert table.mirror.room.series.winners == (0,)

    async def ready(pilot: Pilot[None]) -> None:
        table.feed = table.make_feed()
        await app.push_screen(TableScreen(table.feed, app.games[table.room.game]))
        await pilot.pause()
        assert isinstance(app.screen, SeriesScreen)

    assert snap_compare(app, terminal_size=size, run_before=ready)
