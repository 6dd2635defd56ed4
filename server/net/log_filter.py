"""What strangers may write into the log: one line for a connection, and not many of one kind."""

import logging
import time
from collections.abc import Callable
from typing import Final

from protocol.text import clean
from server.rate_limit import TokenBucket

LINES_PER_SECOND: Final = 0.5
LINES_AT_ONCE: Final = 60.0
"""Of one kind. Whoever connects again and again would fill the disk otherwise."""

HANDSHAKE_FAILED: Final = "opening handshake failed"
"""The WebSocket library's error about such connections. Its other errors are our faults: they keep their
traceback."""


def websocket_logger() -> logging.Logger:
    logger = logging.getLogger("server.net.websocket")
    for each in (_shorten, AT_MOST):
        logger.addFilter(each)
    return logger


class AtMost(logging.Filter):
    """Lets through so many lines of each kind, and says with the next one how many it has left out."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: dict[str, tuple[TokenBucket, list[int]]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno >= logging.WARNING:
            return True
        kind = record.msg.partition(":")[0]  # what follows may be a stranger's own words
        if kind not in self._kinds:
            self._kinds[kind] = (TokenBucket(LINES_PER_SECOND, LINES_AT_ONCE, self._now()), [0])
        bucket, left_out = self._kinds[kind]
        if not bucket.try_spend(self._now()):
            left_out[0] += 1
            return False
        if left_out[0]:
            record.msg = f"{record.msg} (and {left_out[0]} more of this kind)"
            left_out[0] = 0
        return True


AT_MOST: Final = AtMost()
"""Of all that concerns connections."""


def _shorten(record: logging.LogRecord) -> bool:
    """Drop what is below WARNING, and turn tracebacks about broken handshakes into one line at level INFO."""
    if record.levelno < logging.WARNING:
        return False
    if record.msg == HANDSHAKE_FAILED and record.exc_info and record.exc_info[1] is not None:
        record.msg = f"{HANDSHAKE_FAILED}: {_innermost(record.exc_info[1])}"
        record.args = ()
        record.exc_info = None
        record.levelno, record.levelname = logging.INFO, "INFO"
    return True


def _innermost(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error) or type(error).__name__
    # It may quote the stranger, who must not paint on the host's terminal.
    return clean(text.splitlines()[0])[:200]
