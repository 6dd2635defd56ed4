"""The server's password, asked for on the guest's terminal; a key does not replace it."""

import asyncio
import hmac
from collections.abc import Callable
from typing import Final

from server.doors.messages import Message

TRIES: Final = 3
LONGEST: Final = 200

_ENTER: Final = frozenset("\r\n")
_ERASE: Final = frozenset("\x7f\b")
_QUIT: Final = frozenset("\x03\x04")


class PasswordQuestion:
    """Reads lines without showing them until one is right or the guest gives up."""

    def __init__(self, password: str, say: Callable[[Message], None]) -> None:
        self._password = password
        self._say = say
        self._line = ""
        self._tries = 0
        self.answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        say(Message.PASSWORD)

    def type(self, keys: bytes) -> None:
        for key in keys.decode(errors="replace"):
            if self.answer.done():
                return
            if key in _ENTER:
                self._try()
            elif key in _ERASE:
                self._line = self._line[:-1]
            elif key in _QUIT:
                self.answer.set_result(False)
            elif len(self._line) < LONGEST:
                self._line += key

    def _try(self) -> None:
        line, self._line = self._line, ""
        self._tries += 1
        if hmac.compare_digest(line.encode(), self._password.encode()):
            self.answer.set_result(True)
            return
        self._say(Message.WRONG_PASSWORD)
        if self._tries == TRIES:
            self.answer.set_result(False)
        else:
            self._say(Message.PASSWORD)
