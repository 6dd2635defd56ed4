"""What worker processes can be asked about finished games, beside what bots are asked."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import convert

from server.archive import assess, replay
from server.archive.finished_game import FinishedGame


def replay_part(game: dict[str, Any], start: int, own: int | None) -> bytes:
    return replay.part(convert(game, FinishedGame), start, own)


WORK: Final[dict[str, Callable[..., Any]]] = {"replay": replay_part, "assess": assess.assess_step}
"""By name. Arguments and answers are plain: numbers, text, bytes, lists and maps."""
