"""When garbage is collected, and memory given back: a busy evening does not stay for days."""

import ctypes
import gc
import sys
from contextlib import suppress
from typing import Final

OURS: Final = ("server.", "protocol.")


def collect_seldom() -> None:
    """Collect garbage seldom, and never among what a server begins with.

    Nearly everything a table makes is freed by counting references. Looking for cycles as often as Python
    does by default makes every game wait while all of them are walked through. When nobody is left, all of it
    is collected (``give_back``).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


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
