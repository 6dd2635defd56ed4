"""Objects that a fork shares with its parent, whoever uses them: references to them are not counted any more.

Python notes in each object how many refer to it, so a child that only uses an object writes to it, and gets a
copy of the whole page. Since version 3.12 CPython has objects whose references nobody counts, such as None
(PEP 683). Here everything that is there before the first fork becomes such an object. It is never freed,
which is no loss: the parent keeps it anyway.
"""

import gc
import sys
import sysconfig
from collections.abc import Iterable
from ctypes import c_uint32
from itertools import chain
from types import CodeType, FrameType
from typing import Any, Final

_FIRST_VERSION: Final = (3, 12)
_MUCH: Final = 1000
"""More references than an object of which nobody else knows can have."""


def is_possible() -> bool:
    """Whether this Python has such objects, and they are what is expected here."""
    if sys.implementation.name != "cpython" or sys.version_info < _FIRST_VERSION:
        return False
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return False  # references are counted in two places there
    probe: list[None] = []
    before = sys.getrefcount(probe)
    _stop_counting((probe,))
    counted = sys.getrefcount(probe)
    references = [probe] * _MUCH
    return before < _MUCH < counted == sys.getrefcount(probe) and len(references) == _MUCH


def stop_counting_references() -> int:
    """Make uncounted all that is there; returns how many objects, 0 if this Python has no such thing."""
    if not is_possible():
        return 0
    found = _everything()
    _stop_counting(found)
    return len(found)


def _everything() -> list[Any]:
    """All objects that garbage collection knows, and all that they consist of."""
    found: list[Any] = []
    known = {id(found)}
    waiting = [gc.get_objects()]
    known |= {id(waiting), id(waiting[0]), id(known)}
    while waiting:
        for one in waiting.pop():
            if id(one) not in known and not isinstance(one, FrameType):
                known.add(id(one))
                found.append(one)
                waiting.append(_parts(one))
    return found


def _parts(one: Any) -> list[Any]:
    if isinstance(one, CodeType):
        # It does not tell the collector of garbage what it consists of.
        names = one.co_varnames, one.co_freevars, one.co_cellvars
        about = one.co_filename, one.co_name, one.co_qualname, one.co_linetable, one.co_exceptiontable
        return [one.co_consts, one.co_names, *about, *chain(*names)]
    return gc.get_referents(one)


def _stop_counting(objects: Iterable[Any]) -> None:
    """Give them the count that None has: its first half, and whoever sees it there leaves it as it is."""
    uncounted = sys.getrefcount(None) & 0xFFFFFFFF
    low = 0 if sys.byteorder == "little" else 4
    for one in objects:
        c_uint32.from_address(id(one) + low).value = uncounted
