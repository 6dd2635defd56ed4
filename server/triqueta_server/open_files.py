"""How many files, and so connections, this process may have open: as many as the system lets it."""

import resource
from contextlib import suppress
from typing import Final

PLENTY: Final = 65536
"""Asked for where the system names no limit."""

SPARE: Final = 64
"""Open files that are no connections: the store, the log, pipes, libraries."""


def raise_limit() -> int:
    """Raise the soft limit of open files to the hard one; returns what is possible now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = PLENTY if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < most:
        # Some systems report a hard limit that they do not grant.
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return PLENTY if soft == resource.RLIM_INFINITY else soft


def room_for(connections: int, files_each: int, limit: int) -> int:
    """How many of these connections fit into a limit of open files."""
    return max(1, min(connections, (limit - SPARE) // files_each))
