"""Games as files: given out, taken in, and forgotten."""

from typing import TYPE_CHECKING, NamedTuple

from protocol import requests
from protocol.archive import Dropped, FileFound, GamesFound
from protocol.errors import Code, Refusal
from server.archive.finished_game import FinishedGame
from server.tables.services import Asker

if TYPE_CHECKING:
    from server.archive.archive import Archive


class ImportedGame(NamedTuple):
    game: FinishedGame
    file: bytes


class Imported:
    """The games that people have brought along and that are not kept."""

    def find(self, player: str, game_id: str) -> ImportedGame | None:
        return None


async def export_game(archive: "Archive", asker: Asker, request: requests.ExportGame) -> FileFound:
    raise Refusal(Code.GAME_NOT_FOUND)


async def import_game(archive: "Archive", asker: Asker, request: requests.ImportGame) -> GamesFound:
    raise Refusal(Code.FILE_FOREIGN)


async def drop_game(archive: "Archive", asker: Asker, request: requests.DropGame) -> Dropped:
    raise Refusal(Code.GAME_NOT_FOUND)
