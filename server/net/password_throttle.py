"""Slows down guessing of the server's password: one wrong one a second from one address."""

import asyncio
from typing import Final

from protocol.errors import Code, Refusal

WRONG_PASSWORD_DELAY: Final = 1.0


class PasswordThrottle:
    """The addresses whose wrong password is not answered yet."""

    def __init__(self) -> None:
        self._waiting: set[str] = set()

    def check(self, address: str) -> None:
        """Refuse another password from an address whose last one is not answered yet."""
        if address in self._waiting:
            raise Refusal(Code.FLOODING)

    async def delay(self, address: str) -> None:
        self._waiting.add(address)
        try:
            await asyncio.sleep(WRONG_PASSWORD_DELAY)
        finally:
            self._waiting.discard(address)
