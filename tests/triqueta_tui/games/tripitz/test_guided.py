"""The guided first game on the screen: hints beside what they speak of, and never over the result."""

from pathlib import Path
from typing import Literal

import msgspec
import pytest
from textual.geometry import Region

from tests.triqueta_tui.games.tripitz.local import LocalTable
from tests.triqueta_tui.games.tripitz.playing import Seated, seated
from triqueta_protocol.games.tripitz import Options
from triqueta_tui.games.tripitz.guided import GUIDED
from triqueta_tui.games.tripitz.practice import PracticeScreen
from triqueta_tui.settings import Help, Settings
from triqueta_tui.table.guided import HintDialog
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.widgets.text_panel import Words


def guided_table() -> LocalTable:
    """The table of the guided game, without a network."""
    options = msgspec.convert(GUIDED.intent.options, Options)
    return LocalTable(1 + len(GUIDED.intent.bots), 0, GUIDED.intent.settings.seed or "", options=options)


def begin_tour(at: Seated) -> None:
    at.table.feed.hints_given = set()
    at.screen.begin_hints()


async def test_the_aim_comes_first_offers_exercises_and_leads_to_the_first_turn(tmp_path: Path) -> None:
    async with seated(tmp_path, guided_table()) as at:
        begin_tour(at)
        await at.pilot.pause()
        assert at.top(HintDialog).hint.title == "What it is about"
        await at.press("e")
        assert at.shows(PracticeScreen)
        await at.press("escape")
        assert at.top(HintDialog).hint.title == "Place your first stone", "the practice is not offered again"
        await at.press("e")
        assert at.top(HintDialog).hint.title == "Place your first stone"
        await at.press("3")
        assert not at.shows(HintDialog)
        assert at.board.chooser.at == 2


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36)])
async def test_a_hint_covers_neither_the_board_nor_the_rack(tmp_path: Path, size: tuple[int, int]) -> None:
    async with seated(tmp_path, guided_table(), size=size) as at:
        begin_tour(at)
        await at.pilot.pause()
        for title in ("What it is about", "Place your first stone"):
            card = at.top(HintDialog)
            assert card.hint.title == title
            region = card.query_one("#dialog").region
            drawn, board = at.board.hexagons.arrangement, at.board.hexagons.content_region.offset
            cells = (Region(*drawn.place(cell), *drawn.tile.value[:2]) for cell in range(102))
            assert not any(region.overlaps(cell.translate(board)) for cell in cells)
            # Seven stones with a column between them.
            assert region.x >= at.board.rack.region.x + 7 * (drawn.tile.cells + 1)
            await at.press("enter")


@pytest.mark.parametrize("language", ["en", "de", "zh_Hant"])
async def test_the_first_hints_are_read_without_scrolling(
    tmp_path: Path, language: Literal["en", "de", "zh_Hant"]
) -> None:
    settings = Settings(language=language, theme="forest")
    async with seated(tmp_path, guided_table(), settings=settings) as at:
        begin_tour(at)
        await at.pilot.pause()
        for _ in range(2):
            assert at.top(HintDialog).query_one(Words).max_scroll_y == 0
            await at.press("enter")
        assert not at.shows(HintDialog)


@pytest.mark.parametrize("helped", ["points", "cells", "nothing"])
async def test_the_first_turn_speaks_of_what_the_board_shows(tmp_path: Path, helped: Help) -> None:
    settings = Settings(language="en", theme="forest", help=helped)
    async with seated(tmp_path, guided_table(), settings=settings) as at:
        begin_tour(at)
        await at.press("enter")
        text = at.top(HintDialog).hint.text
        assert ("Each number" in text) == (helped == "points")
        assert ("Each dot" in text) == (helped == "cells")
        assert ("you are told why" in text) == (helped == "nothing")


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("de", (40, 12)),
        pytest.param("en", (80, 24), marks=pytest.mark.slow),
        pytest.param("zh_Hant", (80, 24), marks=pytest.mark.slow),
    ],
)
async def test_a_whole_guided_game_by_keys_with_every_hint_read_to_its_end(
    tmp_path: Path, language: Literal["en", "de", "zh_Hant"], size: tuple[int, int]
) -> None:
    settings = Settings(language=language, theme="forest")
    async with seated(tmp_path, guided_table(), size=size, settings=settings) as at:
        begin_tour(at)
        await at.pilot.pause()
        read = set()
        for _ in range(160):
            if at.shows(ResultScreen):
                break
            await at.others_move()
            if at.shows(HintDialog):
                card = at.top(HintDialog)
                words = card.query_one(Words)
                assert card.query_one("#dialog").content_region.contains_region(words.region)
                await at.press("end")
                last = words.text.splitlines()[-1]
                assert last in [words.render_line(y).text.strip() for y in range(words.size.height)]
                read.add(card.hint.title)
            await at.press("enter")
        assert at.shows(ResultScreen)
        assert len(read) >= 8
