"""Asks about finished games, and again as long as the server is busy with something for the player."""

import asyncio
from typing import Any, Final

from protocol.archive import Found
from protocol.errors import Code, Refusal
from protocol.requests import ArchiveRequest
from triqueta_tui.client import Client

WAITS: Final = [0.3, 0.7, 1.0, 2.0, 4.0, 8.0]
"""Seconds between two attempts: an expert may be in the middle of a thought about the last game."""

PATIENCE: Final = 0.5
"""Seconds after which somebody who waits is told what for."""


async def find(app: Client, kind: type[ArchiveRequest], **fields: Any) -> Found:
    """Raises one of ``net.error_words.TROUBLES``."""
    for wait in WAITS:
        try:
            return await app.find(kind, **fields)
        except Refusal as refusal:
            if refusal.code != Code.ARCHIVE_BUSY:
                raise
        await asyncio.sleep(wait)
    return await app.find(kind, **fields)
