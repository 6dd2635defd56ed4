"""Who may see which finished game. A game that is not over is, for everybody, one that does not exist."""

from typing import TYPE_CHECKING, NamedTuple

from protocol.errors import Code, Refusal
from server.archive import imported, stored
from server.archive.finished_game import FinishedGame
from server.store import imports, results
from server.store.failures import GameDamaged
from server.store.records import StoredGame
from server.tables.services import Asker

if TYPE_CHECKING:
    from server.archive.archive import Archive


class Seen(NamedTuple):
    game: FinishedGame
    own: int | None
    """The seat that whoever asks had in it."""
    file: bytes | None = None
    """The one that it was brought along in."""


async def find(archive: "Archive", asker: Asker, game_id: str) -> Seen:
    """A game for somebody who had a seat in it, is at the table where it ended last, or has imported it."""
    file = archive.imported.find(asker.player, game_id)
    if file is not None:
        return Seen((await imported.read(archive, asker, file))[0], None, file)
    found = await archive.run(archive.store.game, game_id)
    if found is None or found.end is None:
        raise Refusal(Code.GAME_NOT_FOUND)
    own = stored.seat_of(found, asker.player)
    if own is None and game_id not in asker.at_table and not await keeps(archive, asker, found):
        raise Refusal(Code.GAME_NOT_FOUND)
    line = await archive.run(archive.store.read, results.finished_game, game_id)
    try:
        game = stored.finished(found, line.summary if line is not None else None)
    except ValueError as error:
        raise GameDamaged(game_id, found.record.table, "its set-up") from error
    assert game is not None
    return Seen(game, own)


async def keeps(archive: "Archive", asker: Asker, found: StoredGame | None) -> bool:
    """Whether a game is one that the player has imported."""
    if found is None or found.record.table != stored.NO_TABLE:
        return False
    return await archive.run(archive.store.read, imports.importer_of, found.record.id) == asker.player
