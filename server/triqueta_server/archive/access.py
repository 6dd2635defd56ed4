"""Who may see which finished game. An unfinished game does not exist for anyone."""

from typing import TYPE_CHECKING, NamedTuple

from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.archive import imported, stored
from triqueta_server.archive.finished_game import FinishedGame
from triqueta_server.store import results
from triqueta_server.store.errors import DamagedGameError
from triqueta_server.store.reading import importer_of
from triqueta_server.store.records import StoredGame
from triqueta_server.tables.services import Asker

if TYPE_CHECKING:
    from triqueta_server.archive.archive import Archive


class AccessibleGame(NamedTuple):
    game: FinishedGame
    own: int | None
    """The seat of the player who asks."""
    file: bytes | None = None
    """The file it was imported from."""


async def find(archive: "Archive", asker: Asker, game_id: str) -> AccessibleGame:
    """Return a game to a player who had a seat, is at the table where it just ended, or imported it."""
    file = archive.imported.find(asker.player, game_id)
    if file is not None:
        return AccessibleGame((await imported.read(archive, asker, file))[0], None, file)
    found = await archive.run(archive.store.game, game_id)
    if found is None or found.end is None:
        raise RefusalError(Code.GAME_NOT_FOUND)
    own = stored.seat_of(found, asker.player)
    if own is None and game_id not in asker.at_table and not await keeps(archive, asker, found):
        raise RefusalError(Code.GAME_NOT_FOUND)
    line = await archive.run(archive.store.read, results.finished_game, game_id)
    try:
        game = stored.finished(found, line.summary if line is not None else None)
    except ValueError as error:
        raise DamagedGameError(game_id, found.record.table, "its set-up") from error
    assert game is not None
    return AccessibleGame(game, own)


async def keeps(archive: "Archive", asker: Asker, found: StoredGame | None) -> bool:
    """Whether the player has imported the game."""
    if found is None or found.record.table != stored.NO_TABLE:
        return False
    return await archive.run(archive.store.read, importer_of, found.record.id) == asker.player
