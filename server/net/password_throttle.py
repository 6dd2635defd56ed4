"""Slows down guessing of the server's password: one wrong one a second from one address."""

import asyncio
from typing import Final

WRONG_PASSWORD_DELAY: Final = 1.0


class PasswordThrottle:
    """The addresses whose wrong password is not answered yet."""

    def __init__(self) -> None:
        self._waiting: set[str] = set()

    def is_delaying(self, address: str) -> bool:
        return address in self._waiting

    async def delay(self, address: str) -> None:
        self._waiting.add(address)
        try:
            await asyncio.sleep(WRONG_PASSWORD_DELAY)
        finally:
            self._waiting.discard(address)
