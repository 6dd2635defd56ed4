"""A door's tie to its server: orders come first, and when the line ends the door closes."""

import asyncio
import contextlib
import ctypes
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from server.net.doors.orders import Orders, Report
from server.net.doors.private_files import FileRefused

_PR_SET_PDEATHSIG: Final = 1


class CannotOpen(Exception):  # noqa: N818 - the word for it
    """The door cannot be opened, and this sentence says why."""


OpenDoor = Callable[[Orders, asyncio.Event], Awaitable[None]]
"""Opens a door and serves its guests until the event comes."""


def serve(open_door: OpenDoor) -> None:
    """Run a door in this process: take orders, open it, and close it when the server is gone."""
    line = sys.stdin.buffer.readline()
    if not line:
        return
    orders = msgspec.json.decode(line, type=Orders)
    logging.basicConfig(
        level=orders.log_level, format="%(asctime)s %(levelname)-7s %(message)s", stream=sys.stderr
    )
    _die_with_parent()
    try:
        asyncio.run(_until_the_end(open_door, orders))
    except (CannotOpen, FileRefused) as refusal:
        report(Report(refused=str(refusal)))


def report(what: Report) -> None:
    """Tell the server how it stands."""
    # A server that is gone meanwhile is noticed elsewhere.
    with contextlib.suppress(BrokenPipeError):
        os.write(1, msgspec.json.encode(what) + b"\n")


async def _until_the_end(open_door: OpenDoor, orders: Orders) -> None:
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, end.set)
    loop.add_signal_handler(signal.SIGINT, end.set)

    def look() -> None:
        if not os.read(0, 4096):
            loop.remove_reader(0)
            end.set()

    loop.add_reader(0, look)
    await open_door(orders, end)


def _die_with_parent() -> None:
    """Where the system has it, be told of the server's end even if this process does not read."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
