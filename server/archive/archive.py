"""Answers requests about finished games: which handler does it, and how much at once."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from protocol import requests
from protocol.archive import Found
from protocol.errors import Code, Refusal
from server.archive import assess, files, leaderboard, lists, replaying
from server.archive.imported import ImportedFiles
from server.bots.worker_process import Unanswered
from server.store.failures import GameDamaged, StoreBroken, StoreStalled
from server.store.game_store import GameStore
from server.tables.services import Asker

WAITING: Final = 4
"""Requests of one player that may be waiting or worked on."""

AT_ONCE: Final = 64
"""The same of all players."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


class Reader(Protocol):
    """``Journal.run``: reads the store in the thread that writes."""

    async def __call__(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...


class Worker(Protocol):
    """``BotPool.ask``: has work done in another process, for somebody."""

    async def __call__(self, kind: str, whose: str, *arguments: Any, within: float) -> Any: ...


Handler = Callable[["Archive", Asker, Any], Awaitable[Found]]

HANDLERS: Final[Mapping[type[requests.ArchiveRequest], Handler]] = {
    requests.Replay: replaying.replay,
    requests.ExportGame: files.export_game,
    requests.ImportGame: files.import_game,
    requests.DropGame: files.drop_game,
    requests.Leaderboard: leaderboard.leaderboard,
    requests.Assess: assess.assess,
    requests.Games: lists.games,
    requests.Statistics: lists.own_statistics,
}
"""By the type of the request."""


@dataclass
class Archive:
    """The finished games of a server."""

    store: GameStore
    """To be used through ``run`` only."""
    run: Reader
    work: Worker
    keeps_files: bool = False
    """Whether imported games are kept for longer than a visit."""
    assessments: assess.Assessments = field(default_factory=assess.Assessments)
    now: Callable[[], float] = time.monotonic
    imported: ImportedFiles = field(default_factory=ImportedFiles)
    _turns: dict[str, "_Turns"] = field(default_factory=dict, init=False)

    async def answer(self, asker: Asker, request: requests.ArchiveRequest) -> Found | Refusal:
        """What was found, or why nothing was. One request of a player is worked on at a time."""
        turns = self._turns.setdefault(asker.player, _Turns())
        if turns.waiting >= WAITING or sum(one.waiting for one in self._turns.values()) >= AT_ONCE:
            return Refusal(Code.ARCHIVE_BUSY)
        turns.waiting += 1
        try:
            async with turns.lock:
                return await HANDLERS[type(request)](self, asker, request)
        except Refusal as refusal:
            return refusal
        except GameDamaged as damage:
            log.error("%s: it cannot be shown", damage)
            return Refusal(Code.GAME_NOT_FOUND)
        except (StoreStalled, StoreBroken, Unanswered) as error:
            log.warning("a request about finished games failed: %s", error)
            return Refusal(Code.ARCHIVE_BUSY)
        finally:
            turns.waiting -= 1
            if not turns.waiting:
                del self._turns[asker.player]


@dataclass
class _Turns:
    waiting: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
