"""Stored games as files in a folder, for whoever runs the server."""

import os
from pathlib import Path

from protocol.errors import Code, Refusal
from server.archive import game_file, stored
from server.store import reading, results


def export(connection: reading.Connection, game_id: str, to: Path, *, force: bool = False) -> Path:
    """Write one finished game to a file, or into a folder under a name of its own; returns where it is.

    Raises ``Refusal`` (``game_not_found``) if there is none that is over, ``FileExistsError`` if a file of
    that name is there and ``force`` is not given, ``OSError``, or ``GameDamaged``.
    """
    found = reading.game_by_id(connection, game_id)
    if found is None or found.end is None:
        raise Refusal(Code.GAME_NOT_FOUND)
    line = results.finished_game(connection, game_id)
    game = stored.finished(found, None if line is None else line.summary)
    assert game is not None
    path = to
    if to.is_dir():
        # Two games may have begun in the same second.
        name = Path(game_file.suggested_name(game))
        path = to / f"{name.stem}-{game_id[:8]}{name.suffix}"
    content = game_file.write(game)
    if not force:
        with path.open("xb") as file:
            file.write(content)
        return path
    whole = path.with_name(f".{path.name}.{os.getpid()}")
    whole.write_bytes(content)
    whole.replace(path)
    return path
