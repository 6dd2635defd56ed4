"""One log line at most for whatever knocks at the port and is not a client."""

import logging
from typing import Final

from protocol.text import clean

KNOCKED: Final = "opening handshake failed"
"""What the WebSocket library says of strangers. Its other errors are our faults and keep their traceback."""


class OneLine(logging.Filter):
    """Turns the WebSocket library's tracebacks about broken handshakes into one quiet line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the line, drop the traceback; what the library says in passing is not for the host."""
        if record.levelno < logging.WARNING:
            return False
        if record.msg == KNOCKED and record.exc_info and record.exc_info[1] is not None:
            record.msg = f"{KNOCKED}: {_innermost(record.exc_info[1])}"
            record.args = ()
            record.exc_info = None
            record.levelno, record.levelname = logging.INFO, "INFO"
        return True


def quiet_logger() -> logging.Logger:
    """The logger to hand to the WebSocket library."""
    logger = logging.getLogger("server.net.websocket")
    if not any(isinstance(known, OneLine) for known in logger.filters):
        logger.addFilter(OneLine())
    return logger


def _innermost(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error) or type(error).__name__
    # It may quote the stranger, who must not paint on the host's terminal.
    return clean(text.splitlines()[0])[:200]
