"""An evening, by keys alone: a host, two friends, a guest by SSH and one by browser, on three machines.

    python -m tests.evening                     pictures go to a temporary folder
    python -m tests.evening --to FOLDER
    python -m tests.evening --night client      cables, a killed server, a night; or ssh, or web

The host's screen says what to tell the friends, and nothing else is told. One of them closes the lid in the
middle of a turn and opens it again later. Needs root (for the network), OpenSSH and Chromium.
"""

import argparse
import asyncio
import shutil
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import get_args

from tests.evening.friends import Evening
from tests.evening.overnight import By, Night
from tests.integration.browser import chromium
from tests.lan import Lan, usable
from tests.pictures.chromium import NAMES


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.evening",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--to", type=Path, default=Path(gettempdir()) / "triqueta-evening", help="the folder for pictures"
    )
    parser.add_argument("--night", choices=get_args(By), help="how the friend comes")
    wanted = parser.parse_args()
    if not usable():
        sys.exit("An evening needs a network of its own: Linux, the program ip, and root.")
    wanted.to.mkdir(parents=True, exist_ok=True)
    with Lan("oak", "elm", "ash") as lan, TemporaryDirectory() as folder:
        if wanted.night is not None:
            asyncio.run(_night(lan, Path(folder), wanted.to, wanted.night))
        else:
            asyncio.run(Evening(lan, Path(folder), wanted.to).play())


async def _night(lan: Lan, homes: Path, to: Path, by: By) -> None:
    async with AsyncExitStack() as stack:
        page = None
        if by == "web":
            program = next(filter(None, map(shutil.which, NAMES)))
            browser = await stack.enter_async_context(chromium(program, machine=lan["elm"]))
            page = await browser.new_page()
        await asyncio.to_thread(Night(lan, homes, to, by, page).play)


if __name__ == "__main__":
    main()
