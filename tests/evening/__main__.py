"""An evening, by keys alone: a host, two friends, a guest by SSH and one by browser, on three machines.

    python -m tests.evening                     pictures go to a temporary folder
    python -m tests.evening --to FOLDER

The host's screen says what to tell the friends, and nothing else is told. One of them closes the lid in the
middle of a turn and opens it again later. Needs root (for the network), OpenSSH and Chromium.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from tests.evening.friends import Evening
from tests.lan import Lan, usable


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.evening",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--to", type=Path, default=Path(gettempdir()) / "triqueta-evening", help="the folder for pictures"
    )
    wanted = parser.parse_args()
    if not usable():
        sys.exit("An evening needs a network of its own: Linux, the program ip, and root.")
    wanted.to.mkdir(parents=True, exist_ok=True)
    with Lan("oak", "elm", "ash") as lan, TemporaryDirectory() as folder:
        asyncio.run(Evening(lan, Path(folder), wanted.to).play())


if __name__ == "__main__":
    main()
