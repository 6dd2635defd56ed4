"""The course of a game on its result: everybody's points over time, and the moment that decided it."""

from pathlib import Path
from typing import Any

import pytest

from tests.triqueta_tui.games.local import LocalGame
from tests.triqueta_tui.games.playing import Seated, sitting
from tests.triqueta_tui.games.triche.local import LocalTable as LocalTriche
from tests.triqueta_tui.games.tripitz.local import LocalTable as LocalTripitz
from tests.triqueta_tui.games.triqueta.local import LocalTable as LocalTriqueta
from triqueta_tui.session.view import TableView
from triqueta_tui.table.game_board import GameBoard
from triqueta_tui.table.points_plot import PointsPlot
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.result_sheet import ResultSheet
from triqueta_tui.widgets.players import SIGNS

Table = Seated[Any, Any]
TABLES = (LocalTriqueta, LocalTriche, LocalTripitz)


async def ended(at: Table) -> ResultScreen:
    """The result of a game that is played to its end."""
    at.table.play_on(lambda _: False)
    for _ in range(9):
        await at.pilot.pause()
        if isinstance(at.app.screen, ResultScreen):
            break
        # A round is counted first.
        await at.press("enter")
    screen: ResultScreen = at.top(ResultScreen)
    return screen


@pytest.mark.parametrize("kind", TABLES)
async def test_the_points_of_the_whole_game_are_shown(tmp_path: Path, kind: type[LocalGame[Any]]) -> None:
    at: Table
    async with sitting(tmp_path, kind(3, 0), GameBoard, size=(120, 36)) as at:
        sheet = (await ended(at)).sheet
        assert sheet.course[0] == (0, 0, 0)
        assert sheet.course[-1] == tuple(sheet.totals)
        plot = sheet.query_one(PointsPlot)
        assert plot.region.area > 0
        shown = "\n".join(plot.render_line(y).text for y in range(plot.size.height))
        for seat, name in enumerate(sheet.now.names):
            assert f"{SIGNS[seat]} {name}" in shown
        assert sheet.moments()
        if sheet.decisive is not None:
            assert sheet.moments()[-1].startswith(f"{sheet.now.subject(sheet.winners[0])} took the lead ")


@pytest.mark.parametrize("kind", TABLES)
async def test_a_small_terminal_shows_what_everybody_got(tmp_path: Path, kind: type[LocalGame[Any]]) -> None:
    at: Table
    async with sitting(tmp_path, kind(3, 0), GameBoard, size=(60, 16)) as at:
        sheet = (await ended(at)).sheet
        assert not sheet.query_one(PointsPlot).region.area
        assert all(str(total) in at.text for total in sheet.totals)


class Sheet(ResultSheet[Any, Any]):
    """A course of a game without the game."""

    def __init__(self, now: TableView[Any, Any], course: list[tuple[int, ...]]) -> None:
        super().__init__(now)
        self.course = course

    @property
    def totals(self) -> tuple[int, ...]:
        return self.course[-1]

    @property
    def winners(self) -> list[int]:
        return [seat for seat, points in enumerate(self.totals) if points == max(self.totals)]


@pytest.mark.parametrize(
    ("course", "decisive"),
    [
        ([(0, 0), (3, 0), (3, 5), (9, 5)], 3),
        ([(0, 0), (3, 0), (3, 2)], 1),
        ([(0, 0), (3, 0), (3, 3), (4, 3), (6, 3)], 3),
        ([(0, 0), (3, 3)], None),
    ],
)
async def test_decisive_is_when_the_winner_takes_the_lead_that_lasts(
    tmp_path: Path, course: list[tuple[int, ...]], decisive: int | None
) -> None:
    at: Table
    async with sitting(tmp_path, LocalTripitz(2, 0), GameBoard) as at:
        now = at.screen.now
        assert now is not None
        assert Sheet(now, course).decisive == decisive
