"""What a guest's client gives up before it shows its first frame."""

import contextlib
import os
import resource
import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import Final

from triqueta_server.gateways import linux
from triqueta_server.gateways.prefork import landlock

MEMORY: Final = 512 * 1024 * 1024
"""Bytes of data that one guest's client may come to hold, far above what it needs."""

OPEN_FILES: Final = 64


def confine(port: int) -> None:
    """Give up writing files, running programs, and every connection but the one to the server.

    Each measure holds where the system has it. One that the system has and that fails anyway is an error.
    Starting processes is left to the client to give up: threads count as processes, and only the client knows
    when its last one has begun.
    """
    linux.be_opaque()
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    _limit(resource.RLIMIT_DATA, MEMORY)
    if linux.gain_nothing() and landlock.version():
        landlock.confine(program_files(), port)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    # Some systems know a limit by name and do not let it be set.
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(what, (most, most))


@cache
def program_files() -> frozenset[Path]:
    """Python, its libraries and this program: what an import may still need.

    Worked out where everything is imported already: then it is known where that came from.
    """
    libraries = {Path(path) for name, path in sysconfig.get_paths().items() if name.endswith("lib")}
    sources = (getattr(module, "__file__", None) for name, module in sys.modules.items() if "." not in name)
    loaded = {Path(source) for source in sources if source}
    packages = {file.parent if file.stem == "__init__" else file for file in loaded}
    shared = {Path(path) for path in ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/share/zoneinfo")}
    return frozenset(libraries | packages | shared | {Path(sys.base_prefix, "lib"), Path(os.devnull)})
