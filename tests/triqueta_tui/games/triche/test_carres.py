"""How carrés share the screen: as large as can be, all of them where there is room."""

import pytest
from rich.cells import cell_len

from tests.triqueta_tui.games.triche.local import LocalTable
from triqueta_protocol.games.triche import SEATS
from triqueta_tui.games.triche.card_drawing import Tile
from triqueta_tui.games.triche.carres import arrange, drawn_carres
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.session.view import TableView

ON_80 = (80, 17)
ON_120 = (86, 28)
"""What a table of these columns leaves for the carrés."""


@pytest.mark.parametrize("carres", SEATS)
@pytest.mark.parametrize(("width", "height"), [ON_80, ON_120, (200, 44), (40, 7), (33, 9)])
def test_carres_stay_within_their_room(width: int, height: int, carres: int) -> None:
    grid = arrange(width, height, carres)
    assert grid.across * (grid.width + 1) - 1 <= width
    assert grid.lines <= height


@pytest.mark.parametrize("carres", SEATS)
def test_all_carres_are_pictures_on_80_columns(carres: int) -> None:
    grid = arrange(*ON_80, carres)
    assert grid.across * grid.down >= carres
    assert grid.tile is not Tile.LETTERS
    assert grid.tile.cells >= 7


def test_four_carres_use_the_height_and_six_stand_three_by_three() -> None:
    assert (arrange(*ON_80, 4).across, arrange(*ON_80, 4).down) == (2, 2)
    assert (arrange(*ON_80, 6).across, arrange(*ON_80, 6).down) == (3, 2)


@pytest.mark.parametrize("carres", SEATS)
def test_with_more_room_no_card_is_smaller(carres: int) -> None:
    sizes = [arrange(*room, carres).tile for room in (ON_80, ON_120, (200, 44))]
    assert [one.lines for one in sizes] == sorted(one.lines for one in sizes)


def test_two_carres_fit_the_smallest_table() -> None:
    grid = arrange(40, 7, 2)
    assert grid.across * grid.down >= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_a_carre_is_fits_the_narrowest_frame_and_keeps_its_points(language: str) -> None:
    use(language)
    names = ("Ana-Magdalena von", "熊熊熊熊熊熊熊熊", "عمر", "Dòng")
    table = LocalTable(4, 0, names=names)
    table.play_on(lambda public: public.round == 2 and public.owners != (0, 1, 2, 3))
    now = TableView.of(table.mirror)
    assert now is not None
    for at, carre in enumerate(drawn_carres(now)):
        owner = now.public.owners[at]
        short = next(title for title in carre.titles if cell_len(title) <= 9)
        assert short.endswith(f" {now.public.points[owner]}")
        if owner != at:
            assert names[at] in carre.titles[0]
        assert carre.mine == (owner == 0)
        assert any(cell_len(note) <= 9 for note in carre.notes)
