"""Listens to a session or a link, and waits for events."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from triqueta_tui.session.events import SessionEvent

Kind = TypeVar("Kind", bound=SessionEvent)


class Ear:
    """Keeps every event and wakes what waits for one."""

    def __init__(self) -> None:
        self.events: list[SessionEvent] = []
        self._news = asyncio.Event()

    def __call__(self, event: SessionEvent) -> None:
        self.events.append(event)
        self._news.set()

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Every event of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    async def hears(
        self, kind: type[Kind], fits: Callable[[Kind], bool] = lambda _: True, after: int = 0
    ) -> Kind:
        """Wait for an event of a kind that fits, the first ``after`` events left out."""
        while True:
            for event in self.events[after:]:
                if isinstance(event, kind) and fits(event):
                    return event
            self._news.clear()
            await self._news.wait()
