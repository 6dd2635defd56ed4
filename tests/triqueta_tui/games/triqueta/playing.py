"""A table of Triqueta on a screen, with the real rules behind it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.triqueta_tui.games import playing
from tests.triqueta_tui.games.playing import TRUECOLOR, BareApp
from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_tui.games.triqueta.table import TriquetaBoard
from triqueta_tui.settings import Settings
from triqueta_tui.terminal import Terminal

__all__ = ["BareApp", "Seated", "seated"]

Seated = playing.Seated[LocalTable, TriquetaBoard]


@asynccontextmanager
async def seated(
    folder: Path,
    table: LocalTable,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    prepare: Callable[[LocalTable], None] | None = None,
    terminal: Terminal = TRUECOLOR,
) -> AsyncIterator[Seated]:
    if prepare is not None:
        prepare(table)
    async with playing.sitting(folder, table, TriquetaBoard, size, settings, terminal) as at:
        yield at
