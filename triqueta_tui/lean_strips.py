"""Strips of Textual that make a cache when they first need it.

Textual gives every strip (a piece of a line) seven caches at once, 1 kB that most strips never use. A table
holds more than a thousand strips: that was the largest part of what a client keeps besides its program.
"""

from collections.abc import Iterable
from typing import Any, Final

from rich.segment import Segment
from textual.cache import FIFOCache
from textual.strip import Strip


def _sizes() -> dict[str, int]:
    """How much each of a strip's caches holds, as Textual has it."""
    strip = Strip([])
    caches = {name: getattr(strip, name) for name in Strip.__slots__}
    return {name: cache._maxsize for name, cache in caches.items() if isinstance(cache, FIFOCache)}


_SIZES: Final = _sizes()


def install() -> None:
    """For all strips that are made in this process from now on."""
    Strip.__init__ = _init  # type: ignore[method-assign]
    # Python asks here for a slot that has no value yet.
    Strip.__getattr__ = _missing_cache  # type: ignore[attr-defined]


def _init(self: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    """As Textual's, without the caches."""
    self._segments = list(segments)
    self._cell_length = cell_length
    self._render_cache = None
    self._link_ids = None
    self._cell_count = None


def _missing_cache(self: Strip, name: str) -> FIFOCache[Any, Any]:
    if name not in _SIZES:
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
    cache: FIFOCache[Any, Any] = FIFOCache(_SIZES[name])
    setattr(self, name, cache)
    return cache
