"""Guessing the server's password takes time: one wrong one a second from one address."""

import asyncio
from typing import Final

from protocol.errors import Code, Refusal

WRONG_PASSWORD_DELAY: Final = 1.0


class Guesses:
    """The addresses that have just guessed wrong, and wait to be told so."""

    def __init__(self) -> None:
        self._waiting: set[str] = set()

    def check(self, address: str) -> None:
        """Refuse another guess of an address that waits for the last one."""
        if address in self._waiting:
            raise Refusal(Code.FLOODING)

    async def wrong(self, address: str) -> None:
        """Let somebody wait who has guessed wrong."""
        self._waiting.add(address)
        try:
            await asyncio.sleep(WRONG_PASSWORD_DELAY)
        finally:
            self._waiting.discard(address)
