"""How the table and its cards look. The state is checked before the picture is compared."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.games.playing import show_table
from tests.triqueta_tui.games.triche.local import EXPANSION, LocalTable
from tests.triqueta_tui.games.triche.playing import BareApp, Seated, my_card, play_to
from triqueta_protocol.games.triche import Options, Public
from triqueta_tui.games.triche.dialogs import ConquestDialog, ExchangeDialog
from triqueta_tui.games.triche.opening_dialog import OpeningDialog
from triqueta_tui.games.triche.round_end import RoundEnd
from triqueta_tui.games.triche.scoresheet import ScoresDialog
from triqueta_tui.settings import Settings
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.themes import CONTRAST, FOREST, PLAIN, SIXTEEN

SIZES = ((80, 24), (120, 36), (40, 12))
SnapCompare = Callable[..., bool]


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
        seed: str = "a quiet table",
        keys: tuple[str, ...] = (),
        options: Options | None = None,
        **settings: str,
    ) -> bool:
        table = LocalTable(seats, 0, seed, options=options)
        chosen = {"language": "en", "theme": FOREST, **settings}
        # A frozen picture needs a count without movements.
        app = BareApp(self._folder, Settings(motion=False, **chosen))  # type: ignore[arg-type]

        async def play(pilot: Pilot[None]) -> None:
            screen = await show_table(app, table)
            await pilot.pause()
            await play_to(Seated(app, table, screen, pilot), until)
            await pilot.press(*keys)
            await pilot.pause()
            assert isinstance(app.screen, shows)

        return self._compare(app, terminal_size=size, run_before=play)


@pytest.fixture
def snapshots(snap_compare: SnapCompare, tmp_path: Path) -> Snapshots:
    return Snapshots(snap_compare, tmp_path)


def begun(_: Public) -> bool:
    return True


def exchanging(public: Public) -> bool:
    return public.phase == "redraw" and public.owing == (0,)


def conquering(public: Public) -> bool:
    return public.phase == "conquer" and public.owing == (0,)


def second_round(public: Public) -> bool:
    return public.round == 2


def is_over(public: Public) -> bool:
    return public.phase == "over"


@pytest.mark.parametrize("size", SIZES)
def test_the_table_at_each_size(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(my_card, TableScreen, size=size)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_table_with_two_coloured_cards(snapshots: Snapshots, seats: int) -> None:
    assert snapshots.same(my_card, TableScreen, seats=seats, options=EXPANSION)


@pytest.mark.parametrize("language", ["de", "zh_Hant"])
def test_the_table_in_each_language(snapshots: Snapshots, language: str) -> None:
    assert snapshots.same(my_card, TableScreen, options=EXPANSION, language=language)


@pytest.mark.parametrize("theme", [CONTRAST, SIXTEEN, PLAIN])
def test_the_table_in_each_theme(snapshots: Snapshots, theme: str) -> None:
    assert snapshots.same(my_card, TableScreen, options=EXPANSION, theme=theme)


def test_the_table_with_letters(snapshots: Snapshots) -> None:
    assert snapshots.same(my_card, TableScreen, options=EXPANSION, tiles="letters")


@pytest.mark.parametrize("size", SIZES)
def test_the_set_up(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(begun, OpeningDialog, keys=("2", "enter", "right"), size=size)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_the_exchange(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(
        exchanging, ExchangeDialog, keys=("2", "3"), size=size, options=EXPANSION, seed="poor hand"
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_conquest(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(conquering, ConquestDialog, size=size, seed="conquest")


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_round(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(second_round, RoundEnd, size=size, options=EXPANSION)


def test_the_end_of_a_round_of_six(snapshots: Snapshots) -> None:
    assert snapshots.same(second_round, RoundEnd, seats=6)


@pytest.mark.parametrize("language", ["de", "zh_Hant"])
@pytest.mark.parametrize(
    ("until", "shows"), [(begun, OpeningDialog), (conquering, ConquestDialog), (second_round, RoundEnd)]
)
def test_the_cards_in_each_language(
    snapshots: Snapshots, until: Callable[[Public], bool], shows: type[Any], language: str
) -> None:
    assert snapshots.same(until, shows, seed="conquest", language=language)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_the_result(snapshots: Snapshots, size: tuple[int, int]) -> None:
    assert snapshots.same(is_over, ResultScreen, keys=("enter",) * 4, size=size, seats=2)


def test_the_points_in_between(snapshots: Snapshots) -> None:
    assert snapshots.same(lambda public: my_card(public) and public.round == 2, ScoresDialog, keys=("s",))
