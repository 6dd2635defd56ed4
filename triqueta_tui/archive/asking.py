"""Asks about finished games, again while the server is busy with another request of the player."""

import asyncio
from typing import Any, Final

from triqueta_protocol.archive import Found
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import ArchiveRequest
from triqueta_tui.app import TriquetaApp

WAITS: Final = [0.3, 0.7, 1.0, 2.0, 4.0, 8.0]
"""Seconds between two attempts: a review may be running."""

PATIENCE: Final = 0.5
"""Seconds after which the player is told why it takes long."""


async def find(app: TriquetaApp, kind: type[ArchiveRequest], **fields: Any) -> Found:
    """Raises one of ``net.error_words.TROUBLES``."""
    for wait in WAITS:
        try:
            return await app.navigator.find(kind, **fields)
        except RefusalError as refusal:
            if refusal.code != Code.ARCHIVE_BUSY:
                raise
        await asyncio.sleep(wait)
    return await app.navigator.find(kind, **fields)
