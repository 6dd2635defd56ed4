"""Memory that goes back to the system when nobody is there: a busy evening does not stay for days."""

import ctypes
import gc
import sys
from contextlib import suppress
from typing import Final

OURS: Final = ("server.", "protocol.")


def give_back() -> None:
    """Forget what was only kept to be quick, collect garbage, and return what is free to the system.

    Takes some hundredths of a second, in which nobody is answered.
    """
    _clear_caches()
    gc.collect()
    _trim()


def _clear_caches() -> None:
    """Clear the caches that fill while people play; what is worked out once (``cache``) stays."""
    for name, module in list(sys.modules.items()):
        if not name.startswith(OURS):
            continue
        for one in vars(module).values():
            parameters = getattr(one, "cache_parameters", None)
            if callable(parameters) and parameters()["maxsize"] is not None:
                one.cache_clear()


def _trim() -> None:
    """The C library keeps what was freed, unless it is asked; only glibc can be."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
