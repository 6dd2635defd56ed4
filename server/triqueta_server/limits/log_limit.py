"""Keeps strangers from filling the disk with log: of lines that are alike, only so many are written."""

import logging
import re
from collections.abc import Callable
from time import monotonic
from typing import Final

from triqueta_server.limits.budgets import TokenBucket
from triqueta_server.limits.declared import LogLimits

_MOST_KINDS: Final = 1000


_VALUES: Final = re.compile(r"0x[0-9a-f]+|\d+", re.IGNORECASE)


class LineLimit(logging.Filter):
    """Lines are alike if they come from the same logger with the same text before its values are filled in.

    Some libraries fill them in before: of their texts the first line counts, without its numbers.

    The next line that is written after some were left out says how many.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: dict[tuple[str, str], TokenBucket] = {}
        self._left_out: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = (record.name, _without_values(str(record.msg))), self._now()
        bucket = self._kinds.get(kind)
        if bucket is None:
            if len(self._kinds) >= _MOST_KINDS:
                # Texts that were put together before they were logged are many kinds with one line each.
                self._kinds.clear()
            bucket = self._kinds[kind] = TokenBucket(LogLimits().lines, now)
        if not bucket.try_spend(now):
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.msg = f"{record.getMessage()} ({left_out} lines like this one were left out)"
            record.args = ()
        return True


def _without_values(text: str) -> str:
    return _VALUES.sub("#", text.partition("\n")[0])


def set_up_log(level: str, line_format: str) -> None:
    """Log to standard error from this level on, within the limit."""
    logging.basicConfig(level=level, format=line_format)
    limit = LineLimit()
    for handler in logging.getLogger().handlers:
        handler.addFilter(limit)
