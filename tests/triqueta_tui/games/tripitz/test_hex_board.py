"""The board is drawn whole, and repainted only where it changes."""

from pathlib import Path

import pytest
from textual.geometry import Region

from tests.triqueta_tui.games.tripitz.local import LocalTable
from tests.triqueta_tui.games.tripitz.playing import played, seated
from triqueta_protocol.games.tripitz_board import CELLS, EDGE
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.stone_drawing import face_text
from triqueta_tui.settings import Settings
from triqueta_tui.widgets.players import SIGNS

SEEN = [((80, 24), Tile.SMALL), ((100, 30), Tile.MEDIUM), ((120, 36), Tile.WIDE)]


@pytest.mark.parametrize(("size", "tile"), SEEN)
async def test_every_cell_of_the_board_is_seen(tmp_path: Path, size: tuple[int, int], tile: Tile) -> None:
    settings = Settings(language="en", theme="plain", help="nothing")
    async with seated(tmp_path, played(LocalTable(2, 0), 20), size, settings) as at:
        board = at.board.hexagons
        layout = board.arrangement
        assert layout.tile is tile
        lines, offset = at.lines(), board.content_region.offset
        for cell in range(CELLS):
            if cell == board.cursor:
                continue
            x, y = layout.place(cell)
            left = offset.x + x + (tile.cells - 3) // 2
            shown = lines[offset.y + y + tile.middle][left : left + 3]
            piece = at.table.public.board[cell]
            free = " : " if cell in EDGE else " · "
            assert shown == (free if piece is None else face_text(piece, "letters"))


async def test_a_step_repaints_two_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(language="en", theme="forest", help="nothing")
    async with seated(tmp_path, played(LocalTable(2, 0), 20), settings=settings) as at:
        at.board.chooser.go_to(70)
        await at.press("left")
        painted: list[Region] = []
        board = at.board.hexagons
        paint = board.paint

        def note(*regions: Region) -> None:
            painted.extend(regions)
            paint(*regions)

        monkeypatch.setattr(board, "paint", note)
        await at.press("right")
        assert painted
        assert {region.height for region in painted} == {1}
        assert len({region.y for region in painted}) == 1
        assert sum(region.width for region in painted) <= 2 * (Tile.SMALL.cells + 2)


async def test_the_stone_laid_last_and_the_cursor_are_marked(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(2, 0), 20)) as at:
        board = at.board.hexagons
        assert board.last is not None
        x, y = board.arrangement.place(board.last)
        line = at.line(board.content_region.y + y)
        assert at.table.public.last is not None
        sign = SIGNS[at.table.public.last.seat]
        assert (line[x - 1], line[x + 3]) == (sign, sign)
        assert board.cursor is not None
        x, y = board.arrangement.place(board.cursor)
        line = at.line(board.content_region.y + y)
        assert (line[x - 1], line[x + 3]) == ("▐", "▌")
