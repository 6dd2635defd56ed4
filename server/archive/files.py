"""Games as files: given out, taken in, and forgotten."""

from typing import TYPE_CHECKING

from protocol import requests
from protocol.archive import Dropped, FileFound, GamesFound
from protocol.codec import plain
from protocol.errors import Code, Refusal
from server.archive import access, game_file, imported
from server.tables.services import Asker

if TYPE_CHECKING:
    from server.archive.archive import Archive


async def export_game(archive: "Archive", asker: Asker, request: requests.ExportGame) -> FileFound:
    seen = await access.find(archive, asker, request.game)
    name = game_file.suggested_name(seen.game)
    file = seen.file
    if file is None:
        file = await archive.work("write_file", asker.player, plain(seen.game), within=imported.WITHIN)
    return FileFound(name=name, data=file)


async def import_game(archive: "Archive", asker: Asker, request: requests.ImportGame) -> GamesFound:
    """Check a file and hold it for the player who brought it."""
    if request.keep and not archive.keeps_files:
        raise Refusal(Code.NO_KEEPING)
    game, line = await imported.read(archive, asker, request.file)
    archive.imported.hold(asker.player, game.id, request.file)
    return GamesFound(games=(line,), total=1)


async def drop_game(archive: "Archive", asker: Asker, request: requests.DropGame) -> Dropped:
    if not archive.imported.drop(asker.player, request.game):
        raise Refusal(Code.GAME_NOT_FOUND)
    return Dropped()
