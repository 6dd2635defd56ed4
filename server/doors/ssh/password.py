"""The server's password, asked for on the guest's terminal; a key does not replace it."""

import asyncio
from typing import Final

TRIES: Final = 3
LONGEST: Final = 200

_ENTER: Final = frozenset("\r\n")
_ERASE: Final = frozenset("\x7f\b")
_QUIT: Final = frozenset("\x03\x04")


class PasswordPrompt:
    """Reads lines without showing them. What is typed ahead waits."""

    def __init__(self) -> None:
        self._line = ""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(TRIES)

    async def line(self) -> str | None:
        """The next line; None if the guest gives up."""
        return await self._lines.get()

    def type(self, keys: bytes) -> None:
        for key in keys.decode(errors="replace"):
            if self._lines.full():
                return
            if key in _ENTER:
                self._lines.put_nowait(self._line)
                self._line = ""
            elif key in _ERASE:
                self._line = self._line[:-1]
            elif key in _QUIT:
                self._lines.put_nowait(None)
            elif len(self._line) < LONGEST:
                self._line += key
