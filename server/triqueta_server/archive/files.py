"""Games as files: export, import, and dropping an imported one."""

from typing import TYPE_CHECKING

from triqueta_protocol import requests
from triqueta_protocol.archive import Dropped, FileFound, GamesFound
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.archive import access, game_file, imported, stored
from triqueta_server.store.records import DropImported
from triqueta_server.tables.services import Asker

if TYPE_CHECKING:
    from triqueta_server.archive.archive import Archive


async def export_game(archive: "Archive", asker: Asker, request: requests.ExportGame) -> FileFound:
    seen = await access.find(archive, asker, request.game)
    name = game_file.suggested_name(seen.game)
    file = seen.file
    if file is None:
        file = await archive.work("write_file", asker.owner, plain(seen.game), within=imported.WITHIN)
    return FileFound(name=name, data=file)


async def import_game(archive: "Archive", asker: Asker, request: requests.ImportGame) -> GamesFound:
    """Check a file, then hold it in memory or store it for the player."""
    if request.keep and not archive.keeps_files:
        raise RefusalError(Code.NO_KEEPING)
    game, line = await imported.read(archive, asker, request.file)
    if not request.keep:
        archive.imported.hold(asker.player, game.id, request.file)
    elif await archive.run(archive.store.game, game.id) is None:
        await archive.run(archive.store.write, stored.records(game, line, asker.player))
    return GamesFound(games=(line,), total=1)


async def drop_game(archive: "Archive", asker: Asker, request: requests.DropGame) -> Dropped:
    held = archive.imported.drop(asker.player, request.game)
    if await access.keeps(archive, asker, await archive.run(archive.store.game, request.game)):
        await archive.run(archive.store.write, [DropImported(request.game, asker.player)])
    elif not held:
        raise RefusalError(Code.GAME_NOT_FOUND)
    return Dropped()
