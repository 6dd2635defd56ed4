"""A table of Tripitz on a screen, with the real rules behind it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.triqueta_tui.games import playing
from tests.triqueta_tui.games.tripitz.local import LocalTable
from triqueta_protocol.games.tripitz import Mine, SitOut, Swap
from triqueta_tui.games.tripitz.table import TripitzBoard
from triqueta_tui.settings import Settings

Seated = playing.Seated[LocalTable, TripitzBoard]


@asynccontextmanager
async def seated(
    folder: Path,
    table: LocalTable,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Seated]:
    async with playing.sitting(folder, table, TripitzBoard, size, settings) as at:
        yield at


def played(table: LocalTable, stones: int) -> LocalTable:
    """Play for everybody until so many stones lie on the board and it is the viewer's turn."""
    table.play_on(
        lambda public: (
            sum(piece is not None for piece in public.board) >= stones and public.owing == (table.seat,)
        )
    )
    return table


def until(table: LocalTable, wanted: Callable[[Mine], bool]) -> LocalTable:
    """Play for everybody until the viewer may do what is wanted."""
    assert table.seat is not None
    while not wanted(table.rules.mine(table.position, table.seat)):
        table.move()
    return table


def may_swap(mine: Mine) -> bool:
    return any(isinstance(one.action, Swap) for one in mine.choices)


def must_sit_out(mine: Mine) -> bool:
    return any(isinstance(one.action, SitOut) for one in mine.choices)
