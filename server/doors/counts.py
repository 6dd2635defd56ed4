"""What a door counts, told to its server for the metrics page."""

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec import Struct

TELL_EVERY: Final = 1.0


class DoorCounts(Struct, frozen=True):
    """How many guests are in now; and what has happened since the door was opened."""

    guests: int = 0
    guests_let_in: int = 0
    guests_turned_away: int = 0
    wrong_passwords: int = 0
    hung_up: int = 0


async def tell_changes(counts: Callable[[], DoorCounts], tell: Callable[[DoorCounts], None]) -> None:
    """Tell the counts when they have changed, not too often."""
    told = DoorCounts()
    while True:
        await asyncio.sleep(TELL_EVERY)
        now = counts()
        if now != told:
            tell(now)
            told = now
