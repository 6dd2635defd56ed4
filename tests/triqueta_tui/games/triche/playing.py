"""A table of Triché on a screen, with the real rules behind it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.triqueta_tui.games import playing
from tests.triqueta_tui.games.playing import BareApp
from tests.triqueta_tui.games.triche.local import LocalTable
from tests.triqueta_tui.games.unseen import drawn_once
from triqueta_protocol.games.triche import Public
from triqueta_tui.games.triche.table import TricheBoard
from triqueta_tui.settings import Settings

__all__ = ["BareApp", "Seated", "my_card", "play_to", "seated"]

Seated = playing.Seated[LocalTable, TricheBoard]


@asynccontextmanager
async def seated(
    folder: Path,
    table: LocalTable,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Seated]:
    async with playing.sitting(folder, table, TricheBoard, size, settings) as at:
        yield at


async def play_to(at: Seated, until: Callable[[Public], bool]) -> None:
    """Play for everybody until a view is as wanted; cards that open on the way are put aside."""
    with drawn_once():
        while at.table.position.owing and not until(at.table.public):
            while len(at.app.screen_stack) > 2:
                await at.app.pop_screen()
            at.table.move()
    await at.pilot.pause()


def my_card(public: Public) -> bool:
    """The viewer on seat 0 is to lay a card, and some lie already."""
    return public.phase == "place" and public.owing == (0,) and public.hands[0] <= 4
