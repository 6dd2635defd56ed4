"""The few Linux system calls that the standard library lacks."""

import contextlib
import ctypes
import os
import sys
from pathlib import Path
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_DUMPABLE: Final = 4
_PR_SET_NO_NEW_PRIVS: Final = 38

LINUX: Final = sys.platform == "linux"

_libc: Final = ctypes.CDLL(None, use_errno=True)


def system_call(number: int, *arguments: object) -> int:
    """A system call by its number; raises ``OSError``."""
    result: int = _libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        problem = ctypes.get_errno()
        raise OSError(problem, os.strerror(problem))
    return result


def die_with_parent(signal: int, parent: int) -> None:
    """Have this signal sent when the parent is gone; at once if it is gone already."""
    _control(_PR_SET_PDEATHSIG, signal)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal)


def be_nice(by: int) -> None:
    """Leave the processor to others who want it.

    Linux may share it out by sessions first, and counts niceness only inside one; so the session is made
    nice value also.
    """
    niceness = os.nice(by)
    if LINUX:
        with contextlib.suppress(OSError):  # not on this system
            Path("/proc/self/autogroup").write_text(str(niceness), encoding="ascii")


def gain_nothing() -> bool:
    """Programs started from here get no more rights than this one has. False where there is no such thing."""
    return _control(_PR_SET_NO_NEW_PRIVS, 1)


def be_opaque() -> bool:
    """Others of the same user cannot look into this process's memory."""
    return _control(_PR_SET_DUMPABLE, 0)


def _control(what: int, value: int) -> bool:
    if not LINUX:
        return False
    zero = ctypes.c_ulong(0)
    return bool(_libc.prctl(what, ctypes.c_ulong(value), zero, zero, zero) == 0)
