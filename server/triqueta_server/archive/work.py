"""The work on finished games that bot processes do."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import convert

from triqueta_protocol.codec import plain
from triqueta_protocol.errors import RefusalError
from triqueta_server.archive import assess, game_file, replay
from triqueta_server.archive.finished_game import FinishedGame


def replay_part(game: dict[str, Any], start: int, own: int | None) -> bytes:
    return replay.part(convert(game, FinishedGame), start, own)


def write_file(game: dict[str, Any]) -> bytes:
    return game_file.write(convert(game, FinishedGame))


def read_file(file: bytes, player: str) -> dict[str, Any]:
    """The game and its line for lists, or the code and detail of a refusal."""
    try:
        game, ended = game_file.read(file, player)
    except RefusalError as refusal:
        return {"code": str(refusal.code), "detail": refusal.detail}
    return {"game": plain(game), "line": plain(replay.line(game, ended))}


WORK: Final[dict[str, Callable[..., Any]]] = {
    "replay": replay_part,
    "write_file": write_file,
    "read_file": read_file,
    "assess": assess.assess_step,
}
"""By name. Arguments and answers are plain: numbers, text, bytes, lists and maps."""
