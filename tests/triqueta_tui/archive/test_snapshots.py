"""What the screens about finished games look like; the state is asserted before the picture."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.archive.recorded import answered_by, club
from tests.triqueta_tui.driving import make_app
from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.leaderboard import LeaderboardScreen
from triqueta_tui.archive.my_games import MyGames
from triqueta_tui.archive.statistics import StatisticsScreen
from triqueta_tui.paths import Paths

Prepare = Callable[[TriquetaApp, Pilot[None]], Awaitable[None]]


async def games(app: TriquetaApp, pilot: Pilot[None]) -> None:
    screen = MyGames("hearth")
    await app.push_screen(screen)
    await pilot.press("w", "down", "down")
    await pilot.pause()
    assert screen._list.cursor == 2


async def numbers(app: TriquetaApp, pilot: Pilot[None]) -> None:
    screen = StatisticsScreen("")
    await app.push_screen(screen)
    await pilot.pause()
    assert not screen.has_class("-empty")


async def leaderboard(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await app.push_screen(LeaderboardScreen("hearth"))
    await pilot.press("o")
    await pilot.pause()
    assert isinstance(app.screen, LeaderboardScreen)


@pytest.mark.parametrize(
    ("prepare", "language", "size"),
    [
        (games, "en", (120, 36)),
        (games, "zh_Hant", (40, 12)),
        (numbers, "de", (80, 24)),
        (leaderboard, "en", (80, 24)),
    ],
    ids=lambda value: value.__name__ if callable(value) else str(value).replace(", ", "x"),
)
def test_look(
    paths: Paths,
    snap_compare: Callable[..., bool],
    prepare: Prepare,
    language: str,
    size: tuple[int, int],
) -> None:
    app = answered_by(make_app(paths, language=language, theme="forest"), club())

    async def ready(pilot: Pilot[None]) -> None:
        await prepare(app, pilot)

    assert snap_compare(app, terminal_size=size, run_before=ready)
