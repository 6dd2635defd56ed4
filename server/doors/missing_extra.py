"""How to get what a door needs, said so that it works where this program is installed."""

import shlex
import sys
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGE: Final = "triqueta-tui"


def install_command(extra: str, package: str = PACKAGE) -> str:
    """A command for a shell, which names what is missing itself.

    That comes from the package index, wherever this program came from.
    """
    needed = needed_for(extra, package)
    prefix = Path(sys.prefix)
    if "pipx" in prefix.parts:
        return shlex.join(["pipx", "inject", prefix.name, *needed])
    if find_spec("pip") is None:
        return shlex.join(["uv", "pip", "install", "--python", sys.executable, *needed])
    return shlex.join([sys.executable, "-m", "pip", "install", *needed])


def needed_for(extra: str, package: str = PACKAGE) -> list[str]:
    """The requirements of an extra of this program."""
    try:
        every = requires(package) or []
    except PackageNotFoundError:
        every = []
    return [
        requirement.strip()
        for requirement, _, marker in (each.partition(";") for each in every)
        if marker.replace('"', "'").replace(" ", "") == f"extra=='{extra}'"
    ]
