"""How the table and its overlays look. The state is checked before the picture is compared."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.games.playing import show_table
from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import BareApp
from tests.triqueta_tui.games.unseen import drawn_once
from triqueta_protocol.games.triqueta import Public
from triqueta_tui.games.triqueta.dialogs import LastReveal
from triqueta_tui.games.triqueta.paper_scoresheet import ScoresheetDialog
from triqueta_tui.games.triqueta.round_end import RoundEnd
from triqueta_tui.settings import Settings
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.themes import CONTRAST, FOREST, PLAIN, SIXTEEN

SIZES = ((80, 24), (120, 36), (40, 12))
SnapCompare = Callable[..., bool]


def my_token(public: Public) -> bool:
    return public.round == 2 and public.phase == "place" and public.owing == (0,)


class Snapshots:
    """Compares pictures of a table that has come to a certain moment."""

    def __init__(self, snap_compare: SnapCompare, folder: Path) -> None:
        self._compare, self._folder = snap_compare, folder

    def same(
        self,
        until: Callable[[Public], bool],
        shows: type[Any],
        *,
        size: tuple[int, int] = (80, 24),
        seats: int = 4,
        seed: str = "a quiet wood",
        keys: tuple[str, ...] = (),
        **settings: str,
    ) -> bool:
        table = LocalTable(seats, 0, seed)
        chosen = {"language": "en", "theme": FOREST, **settings}
        app = BareApp(self._folder, Settings(**chosen))  # type: ignore[arg-type]  # any setting may be given

        async def play(pilot: Pilot[None]) -> None:
            await show_table(app, table)
            with drawn_once():
                while not until(table.public):
                    while len(app.screen_stack) > 2:
                        await app.pop_screen()
                    table.move()
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            assert isinstance(app.screen, shows)
            assert until(table.public)

        return self._compare(app, terminal_size=size, run_before=play)


@pytest.fixture
def snapshots(snap_compare: SnapCompare, tmp_path: Path) -> Snapshots:
    return Snapshots(snap_compare, tmp_path)


@pytest.mark.parametrize("size", SIZES)
def test_the_table_at_each_size(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(my_token, TableScreen, size=size)


@pytest.mark.parametrize("language", ["de", "zh_Hant"])
def test_the_table_in_each_language(snapshots: Snapshots, language: str) -> None:
    assert snapshots.same(my_token, TableScreen, language=language)


@pytest.mark.parametrize("theme", [CONTRAST, SIXTEEN, PLAIN])
def test_the_table_in_each_theme(snapshots: Snapshots, theme: str) -> None:
    assert snapshots.same(my_token, TableScreen, theme=theme)


def test_the_table_with_letters(snapshots: Snapshots) -> None:
    assert snapshots.same(my_token, TableScreen, tiles="letters")


@pytest.mark.parametrize("size", SIZES)
def test_the_choice_of_a_tower(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(lambda public: public.phase == "tower", RoundEnd, seats=3, seed="rowan", size=size)


@pytest.mark.parametrize("size", SIZES)
def test_the_last_reveal(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(
        lambda public: public.phase == "reveal" and 0 in public.owing,
        LastReveal,
        seats=3,
        seed="fern",
        size=size,
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_final_scoresheet(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(lambda public: public.phase == "over", ResultScreen, size=size)


@pytest.mark.parametrize("language", ["de", "zh_Hant"])
def test_the_final_scoresheet_in_each_language(snapshots: Snapshots, language: str) -> None:
    assert snapshots.same(lambda public: public.phase == "over", ResultScreen, language=language)


def test_the_score_pad_in_between(snapshots: Snapshots) -> None:
    assert snapshots.same(my_token, ScoresheetDialog, keys=("s",))
