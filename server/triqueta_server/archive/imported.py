"""Imported files that are held in memory, a few for each player."""

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from msgspec import convert

from triqueta_protocol.archive import ArchivedGame
from triqueta_protocol.errors import RefusalError
from triqueta_server.archive.finished_game import FinishedGame
from triqueta_server.tables.services import Asker

if TYPE_CHECKING:
    from triqueta_server.archive.archive import Archive

WITHIN: Final = 10.0
"""Seconds that reading or writing a file may take."""

MOST: Final = 256
"""Files of all players, at most; 4 MB together."""

MOST_OF_ONE: Final = 8


class ImportedFiles:
    """By player and id, least recently used first."""

    def __init__(self) -> None:
        self._files: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._files)

    def hold(self, player: str, game_id: str, file: bytes) -> None:
        self._files[player, game_id] = file
        self._files.move_to_end((player, game_id))
        own = [key for key in self._files if key[0] == player]
        if len(own) > MOST_OF_ONE:
            del self._files[own[0]]
        elif len(self._files) > MOST:
            self._files.popitem(last=False)

    def find(self, player: str, game_id: str) -> bytes | None:
        file = self._files.get((player, game_id))
        if file is not None:
            self._files.move_to_end((player, game_id))
        return file

    def drop(self, player: str, game_id: str) -> bool:
        """Remove a file; returns false if there is none."""
        return self._files.pop((player, game_id), None) is not None


async def read(archive: "Archive", asker: Asker, file: bytes) -> tuple[FinishedGame, ArchivedGame]:
    """Read the game in a file and its line for lists, or refuse."""
    found: dict[str, Any] = await archive.work("read_file", asker.owner, file, asker.player, within=WITHIN)
    if "code" in found:
        raise RefusalError(found["code"], **found["detail"])
    return convert(found["game"], FinishedGame), convert(found["line"], ArchivedGame)
