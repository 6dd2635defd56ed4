"""Answers requests about finished games; limits how many are worked on at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from triqueta_protocol import requests
from triqueta_protocol.archive import Found
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.archive import assess
from triqueta_server.archive.imported import ImportedFiles
from triqueta_server.bots.worker_process import WorkerError
from triqueta_server.limits.declared import ArchiveLimits
from triqueta_server.limits.fair_queue import Owner
from triqueta_server.limits.places import Places
from triqueta_server.store.errors import DamagedGameError, StoreBrokenError, StoreStalledError
from triqueta_server.store.store import Store
from triqueta_server.tables.services import Asker

LIMITS: Final = ArchiveLimits()

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


class Reader(Protocol):
    """``Journal.run``: reads the store in its thread."""

    async def __call__(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...


class Worker(Protocol):
    """``BotPool.ask``: works in another process; the owner is charged."""

    async def __call__(self, kind: str, owner: Owner, *arguments: Any, within: float) -> Any: ...


Handler = Callable[["Archive", Asker, Any], Awaitable[Found]]


@dataclass
class Archive:
    """The finished games of a server."""

    store: Store
    """Use it through ``run`` only."""
    run: Reader
    work: Worker
    keeps_files: bool = False
    """Whether imported games may be stored."""
    assessments: assess.Assessments = field(default_factory=assess.Assessments)
    imported: ImportedFiles = field(default_factory=ImportedFiles)
    _turns: dict[str, "_Turns"] = field(default_factory=dict, init=False)
    _places: Places = field(default_factory=lambda: Places(LIMITS.at_once, LIMITS.per_address), init=False)

    async def answer(
        self, handler: Handler, asker: Asker, request: requests.ArchiveRequest
    ) -> Found | RefusalError:
        """Answer or refuse a request with its handler. Each player's requests are worked on one at a time."""
        turns = self._turns.setdefault(asker.player, _Turns())
        if turns.waiting >= LIMITS.per_player or not self._places.has_room(asker.address):
            return RefusalError(Code.ARCHIVE_BUSY)
        turns.waiting += 1
        self._places.take(asker.address)
        try:
            async with turns.lock:
                return await handler(self, asker, request)
        except RefusalError as refusal:
            return refusal
        except DamagedGameError as damage:
            log.error("game not shown error=%s", damage)
            return RefusalError(Code.GAME_NOT_FOUND)
        except (StoreStalledError, StoreBrokenError, WorkerError) as error:
            log.warning("archive request failed request=%s error=%s", type(request).__name__, error)
            return RefusalError(Code.ARCHIVE_BUSY)
        finally:
            turns.waiting -= 1
            self._places.give_up(asker.address)
            if not turns.waiting:
                del self._turns[asker.player]


@dataclass
class _Turns:
    waiting: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
