"""One log line, and no traceback, for a stranger whom the WebSocket library hangs up on."""

import logging
from typing import Final

from protocol.text import clean

HANDSHAKE_FAILED: Final = "opening handshake failed"
"""The WebSocket library's error about such connections. Its other errors are our faults: they keep their
traceback."""


def websocket_logger() -> logging.Logger:
    logger = logging.getLogger("server.net.websocket")
    logger.addFilter(_shorten)
    return logger


def _shorten(record: logging.LogRecord) -> bool:
    """Drop what is below WARNING, and turn tracebacks about broken handshakes into one line at level INFO."""
    if record.levelno < logging.WARNING:
        return False
    if record.msg == HANDSHAKE_FAILED and record.exc_info and record.exc_info[1] is not None:
        # The reason is a value: such lines are all alike to the limit on log lines.
        record.msg, record.args = f"{HANDSHAKE_FAILED}: %s", (_innermost(record.exc_info[1]),)
        record.exc_info = None
        record.levelno, record.levelname = logging.INFO, "INFO"
    return True


def _innermost(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error) or type(error).__name__
    # It may quote the stranger, who must not paint on the host's terminal.
    return clean(text.splitlines()[0])[:200]
