"""What the log keeps of the WebSocket library, and of strangers who do not speak its protocol."""

import logging

from triqueta_protocol.text import clean


def websocket_logger() -> logging.Logger:
    """The library's: what it says in passing is dropped; errors are our faults and keep their traceback."""
    logger = logging.getLogger("triqueta_server.net.websocket.protocol")
    logger.setLevel(logging.WARNING)
    return logger


def innermost(error: BaseException) -> str:
    """What is behind an error, in one line. It may quote a stranger, who must not paint on a terminal."""
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error) or type(error).__name__
    return clean(text.splitlines()[0])[:200]
