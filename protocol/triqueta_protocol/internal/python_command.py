"""The command line of a child process that runs a module of ours, installed or from a zip application."""

import sys
from pathlib import Path
from typing import Final

_PACKAGES: Final = str(Path(__file__).parents[2])
"""The folder that our packages are in."""

# A zip application unpacks into a folder that only its own process imports from.
_RUN: Final = """\
import runpy, sys
packages, module = sys.argv[1:3]
del sys.argv[1:3]
if packages not in sys.path:
    sys.path.insert(0, packages)
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


def python_command(module: str, *arguments: str) -> list[str]:
    """``python -m module`` that imports what this process was installed with, and nothing else.

    Neither the current folder (``-P``) nor the environment (``-E``) adds to the import path.
    """
    return [sys.executable, "-E", "-P", "-X", "utf8", "-c", _RUN, _PACKAGES, module, *arguments]
