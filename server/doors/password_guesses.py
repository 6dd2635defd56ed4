"""Compares the passwords that guests type: from one address one by one, and a wrong one takes a second."""

import asyncio
import hmac
import logging
from dataclasses import dataclass, field
from typing import Final

from server.origins import origin_of

WRONG_TAKES: Final = 1.0
"""Seconds."""

MOST_WAITING: Final = 20
"""Guesses from one address that may wait for their turn. The right one waits behind the wrong ones, but not
for longer than this many seconds."""

log = logging.getLogger(__name__)


@dataclass(eq=False)
class _Address:
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class TooManyGuesses(Exception):  # noqa: N818 - the word for it
    """Nothing was compared: too many from this address wait already."""


class PasswordGuesses:
    """All guesses at one door. Whoever knows the password gets in, however much others guess."""

    def __init__(self, door: str, password: str | None) -> None:
        self._door = door
        self._password = (password or "").encode()
        self._addresses: dict[str, _Address] = {}
        self.wrong = 0
        """Wrong passwords since the start."""

    async def is_right(self, guess: bytes, address: str) -> bool:
        """Compare, when it is this guess's turn; raises ``TooManyGuesses``."""
        origin = origin_of(address)
        queue = self._addresses.setdefault(origin, _Address())
        if queue.waiting >= MOST_WAITING:
            raise TooManyGuesses
        queue.waiting += 1
        try:
            async with queue.turn:
                if hmac.compare_digest(guess, self._password):
                    return True
                self.wrong += 1
                log.warning("%s: a wrong password from %s", self._door, origin)
                await asyncio.sleep(WRONG_TAKES)
                return False
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._addresses[origin]
