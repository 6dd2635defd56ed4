"""The events of one viewer: numbered without gaps, and the last ones kept for a client that reconnects."""

from collections import deque
from typing import Final

from protocol.codec import ViewerBody

KEPT: Final = 32
"""Events kept for resuming; a client that missed more gets one fresh view."""


class Feed:
    __slots__ = ("_kept", "n")

    def __init__(self, n: int = 0) -> None:
        self.n = n
        self._kept: deque[ViewerBody] = deque(maxlen=KEPT)

    def add(self, body: ViewerBody) -> bytes:
        self.n += 1
        self._kept.append(body)
        return body.numbered(self.n)

    def since(self, last: int) -> list[bytes] | None:
        """The frames after number ``last``, or None if they are not all kept (or never were)."""
        missing = self.n - last
        if missing < 0 or missing > len(self._kept):
            return None
        skip = len(self._kept) - missing
        return [body.numbered(last + 1 + i) for i, body in enumerate(list(self._kept)[skip:])]
