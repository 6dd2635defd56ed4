"""Somebody who listens to a link and can wait for what it says."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from textual.message import Message

Kind = TypeVar("Kind", bound=Message)


class Ear:
    """Keeps every message and wakes whoever waits for one."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._news = asyncio.Event()

    def __call__(self, message: Message) -> None:
        self.messages.append(message)
        self._news.set()

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Everything of one kind so far."""
        return [message for message in self.messages if isinstance(message, kind)]

    async def hears(
        self, kind: type[Kind], fits: Callable[[Kind], bool] = lambda _: True, after: int = 0
    ) -> Kind:
        """Wait for a message of a kind that fits, the first ``after`` messages left out."""
        while True:
            for message in self.messages[after:]:
                if isinstance(message, kind) and fits(message):
                    return message
            self._news.clear()
            await self._news.wait()
