"""One log line, and no traceback, for a request that is not HTTP."""

import logging

from aiohttp.http_exceptions import HttpProcessingError

from protocol.text import clean


def shorten(record: logging.LogRecord) -> bool:
    """Shorten what the HTTP library says of such a request; faults of ours keep their traceback."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError):
        # It may quote the stranger, who must not paint on the host's terminal.
        reason = clean(" ".join(error.message.split()))[:100]
        record.msg, record.args = "web: a request that makes no sense: %s", (reason,)
        record.exc_info = None
        record.levelno, record.levelname = logging.INFO, "INFO"
    return True
