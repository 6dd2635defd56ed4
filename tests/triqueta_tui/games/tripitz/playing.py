"""A table of Tripitz on a screen, with the real rules behind it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.triqueta_tui.games import playing
from tests.triqueta_tui.games.tripitz.local import LocalTable
from triqueta_tui.games.tripitz.table import TripitzTable
from triqueta_tui.settings import Settings

Seated = playing.Seated[LocalTable, TripitzTable]


@asynccontextmanager
async def seated(
    folder: Path,
    table: LocalTable,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Seated]:
    async with playing.sitting(folder, table, TripitzTable, size, settings) as at:
        yield at


async def play_on(at: Seated, stones: int) -> None:
    """Play for everybody until so many stones lie on the board and it is the viewer's turn."""
    at.table.play_on(
        lambda public: (
            sum(piece is not None for piece in public.board) >= stones and public.owing == (at.table.seat,)
        )
    )
    await at.pilot.pause()
