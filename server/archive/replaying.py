"""A replay is asked for: part by part, worked out in another process."""

from typing import TYPE_CHECKING, Final

from protocol.archive import ReplayFound
from protocol.codec import plain
from protocol.requests import Replay
from server.archive import access
from server.tables.services import Asker

if TYPE_CHECKING:
    from server.archive.archive import Archive

WITHIN: Final = 10.0
"""Seconds that a part may take."""


async def replay(archive: "Archive", asker: Asker, request: Replay) -> ReplayFound:
    game, own, _ = await access.find(archive, asker, request.game)
    total = len(game.decisions) + 1
    start = min(request.start, total)
    packed = await archive.work("replay", asker.player, plain(game), start, own, within=WITHIN)
    return ReplayFound(total=total, start=start, packed=packed)
