"""A door's pipe to its server: the config comes first, and when the pipe ends the door closes."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable

import msgspec

from server.cannot_start import CannotStart
from server.doors.config import LOG_FORMAT, DoorConfig, Report
from server.doors.counts import DoorCounts
from server.doors.linux import be_nice, die_with_parent
from server.log_limit import set_up_log

OpenDoor = Callable[[DoorConfig, asyncio.Event], Awaitable[None]]
"""Opens a door and serves its guests until the event is set."""


def serve(open_door: OpenDoor) -> None:
    """Run a door in this process: read the config, open the door, and close it when the server is gone."""
    line = sys.stdin.buffer.readline()
    if not line:
        return
    config = msgspec.json.decode(line, type=DoorConfig)
    set_up_log(config.log_level, LOG_FORMAT)
    be_nice(config.niceness)
    # The end of the pipe says the same, but only to a process that reads it.
    die_with_parent(signal.SIGTERM, os.getppid())
    try:
        asyncio.run(_serve(open_door, config))
    except CannotStart as refusal:
        report(Report(refused=str(refusal)))


def report(what: Report | DoorCounts) -> None:
    # A server that is gone meanwhile is noticed elsewhere.
    with contextlib.suppress(BrokenPipeError):
        os.write(1, msgspec.json.encode(what) + b"\n")


async def _serve(open_door: OpenDoor, config: DoorConfig) -> None:
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, end.set)
    loop.add_signal_handler(signal.SIGINT, end.set)

    def read() -> None:
        if not os.read(0, 4096):
            loop.remove_reader(0)
            end.set()

    loop.add_reader(0, read)
    await open_door(config, end)
