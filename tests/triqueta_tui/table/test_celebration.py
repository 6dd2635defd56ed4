"""A win is celebrated where the screen may move, briefly and cheaply, and never in the way."""

from pathlib import Path

import pytest

from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import Seated, seated
from triqueta_tui.settings import Settings
from triqueta_tui.table.celebration import STEPS, Celebration, frame
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.widgets.knot import KNOT

MOVING = Settings(language="en", theme="forest", motion=True)


def pixels(step: int) -> set[tuple[int, int]]:
    knot = frame(step, None)[: len(KNOT)]
    return {(x, y) for y, row in enumerate(knot) for x, tint in enumerate(row) if tint != "."}


def nearly_over() -> LocalTable:
    """A table at which one decision is left."""
    whole, table = LocalTable(3, 0), LocalTable(3, 0)
    while whole.position.owing:
        whole.move()
        if whole.position.owing:
            table.move()
    return table


async def won(at: Seated) -> ResultScreen:
    """Play to the end of the game."""
    at.table.move()
    await at.pilot.pause()
    return at.top(ResultScreen)


def test_the_knot_grows_and_closes() -> None:
    assert pixels(0) == set()
    for step in range(STEPS):
        assert pixels(step) < pixels(step + 1)
    assert frame(STEPS, None)[: len(KNOT)] == list(KNOT)


def test_the_points_count_up_to_what_was_won() -> None:
    numbers = [tuple(frame(step, 26)[len(KNOT) :]) for step in range(STEPS + 1)]
    assert len(set(numbers)) > STEPS // 2
    assert numbers[-1] == tuple(frame(STEPS, 26)[len(KNOT) :])
    assert all(len(row) == len(KNOT[0]) for row in frame(STEPS, 126))


def test_each_step_repaints_little() -> None:
    changed = sum(len(pixels(step + 1) - pixels(step)) for step in range(STEPS))
    assert changed == len(pixels(STEPS)), "no pixel of the knot is painted twice"


async def test_the_sheet_follows_the_celebration(tmp_path: Path) -> None:
    async with seated(tmp_path, nearly_over(), settings=MOVING) as at:
        screen = await won(at)
        celebration = screen.query_one(Celebration)
        assert not screen.query_one("#sheet").display
        assert "Fair shuffle" not in at.text
        for _ in range(3 * STEPS):
            celebration.advance()
        await at.pilot.pause()
        assert not screen.query(Celebration)
        assert "Fair shuffle" in at.text


async def test_a_key_ends_it_and_the_keys_of_the_screen_work_at_once(tmp_path: Path) -> None:
    async with seated(tmp_path, nearly_over(), settings=MOVING) as at:
        await won(at)
        await at.press("space")
        assert "Fair shuffle" in at.text
    async with seated(tmp_path, nearly_over(), settings=MOVING) as at:
        await won(at)
        await at.press("a")
        assert at.app.navigator.begun_again == 1


@pytest.mark.parametrize(
    ("motion", "size"), [(None, (80, 24)), (False, (80, 24)), (True, (40, 12)), (True, (80, 20))]
)
async def test_there_is_none_over_ssh_without_motion_or_without_room(
    tmp_path: Path, motion: bool | None, size: tuple[int, int]
) -> None:
    settings = Settings(language="en", theme="forest", motion=motion)
    async with seated(tmp_path, nearly_over(), size=size, settings=settings) as at:
        screen = await won(at)
        assert not screen.query(Celebration)
        assert screen.query_one("#sheet").display


async def test_a_game_that_was_over_before_is_not_celebrated(tmp_path: Path) -> None:
    table = LocalTable(3, 0)
    table.play_on(lambda public: public.phase == "over")
    async with seated(tmp_path, table, settings=MOVING) as at:
        assert not at.top(ResultScreen).query(Celebration)


async def test_whoever_comes_to_a_game_that_is_over_reads_that_its_seal_is_open(tmp_path: Path) -> None:
    table = nearly_over()
    table.move()
    async with seated(tmp_path, table) as at:
        at.top(ResultScreen)
        assert "Fair shuffle" in at.text
