"""The screens around a table, to be pictured in every theme."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from tests.triqueta_tui.archive.recorded import answered_by, club
from tests.triqueta_tui.archive.test_snapshots import Prepare, games, leaderboard, numbers
from tests.triqueta_tui.driving import make_app
from tests.triqueta_tui.screens.test_snapshots import home, waiting_room
from triqueta_tui.app import TriquetaApp
from triqueta_tui.games.triqueta.rules_text import CHAPTERS
from triqueta_tui.paths import Paths
from triqueta_tui.terminal import Terminal

Ready = Callable[[TriquetaApp], Awaitable[None]]


async def _rules(_: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("f1", *["right"] * CHAPTERS.index("example"))


async def _settings(_: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("f2", "down", "down")


async def _keys(_: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("question_mark")


async def _finished(app: TriquetaApp, pilot: Pilot[None], prepare: Prepare) -> None:
    await prepare(answered_by(app, club()), pilot)


SCREENS: dict[str, Prepare] = {
    "home": home,
    "waiting": waiting_room,
    "rules": _rules,
    "settings": _settings,
    "keys": _keys,
    "games": partial(_finished, prepare=games),
    "statistics": partial(_finished, prepare=numbers),
    "leaderboard": partial(_finished, prepare=leaderboard),
}


async def pictured_screen(
    name: str, size: tuple[int, int], terminal: Terminal, language: str, theme: str, ready: Ready
) -> None:
    """Open a screen at a size, and hand the app over."""
    with TemporaryDirectory() as folder:
        app = make_app(Paths.under(Path(folder)), terminal=terminal, language=language, theme=theme)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await SCREENS[name](app, pilot)
            await pilot.pause()
            await ready(app)
