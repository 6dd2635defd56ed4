"""How the table and its cards look. The state is checked before the picture is compared."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.games.playing import BareApp, show_table
from tests.triqueta_tui.games.tripitz.local import LocalTable
from tests.triqueta_tui.games.tripitz.playing import played
from triqueta_protocol.games.tripitz import Options
from triqueta_tui.games.tripitz.dialogs import ExchangeDialog, ScoresDialog
from triqueta_tui.settings import Settings
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.themes import DAYLIGHT, FOREST, PLAIN, SIXTEEN

SnapCompare = Callable[..., bool]
Same = Callable[..., bool]


@pytest.fixture
def same(snap_compare: SnapCompare, tmp_path: Path) -> Same:
    """Compares the picture of a table at a certain moment with the one that is kept."""

    def compare(
        shows: type[Any] = TableScreen,
        *,
        size: tuple[int, int] = (80, 24),
        seats: int = 3,
        keys: tuple[str, ...] = (),
        over: bool = False,
        **settings: str,
    ) -> bool:
        table = LocalTable(seats, 0, "a quiet table", options=Options(short=over))
        if not over:
            played(table, 20)
        chosen = {"language": "en", "theme": FOREST, **settings}
        app = BareApp(tmp_path, Settings(motion=False, **chosen))  # type: ignore[arg-type]

        async def play(pilot: Pilot[None]) -> None:
            await show_table(app, table)
            if over:
                table.play_on(lambda _: False)
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            assert isinstance(app.screen, shows)

        return snap_compare(app, terminal_size=size, run_before=play)

    return compare


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 50), (40, 12)], ids="{0[0]}x{0[1]}".format)
def test_the_table_at_each_size(same: Same, size: tuple[int, int]) -> None:
    assert same(size=size)


def test_the_table_of_six(same: Same) -> None:
    assert same(seats=6)


@pytest.mark.parametrize("theme", [DAYLIGHT, SIXTEEN, PLAIN])
def test_the_table_in_other_colours(same: Same, theme: str) -> None:
    assert same(theme=theme)


@pytest.mark.parametrize("language", ["de", "zh_Hant"])
def test_the_table_in_each_language(same: Same, language: str) -> None:
    assert same(language=language, help="cells")


def test_a_wrong_try(same: Same) -> None:
    assert same(help="nothing", keys=("tab", "enter"))


def test_the_exchange(same: Same) -> None:
    assert same(ExchangeDialog, keys=("x", "2", "3"))


def test_the_scores(same: Same) -> None:
    assert same(ScoresDialog, seats=4, keys=("s",))


def test_the_result(same: Same) -> None:
    assert same(ResultScreen, over=True)
