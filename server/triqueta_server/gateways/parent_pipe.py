"""A gateway's pipe to its server: the config comes first, and when the pipe ends the gateway closes."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.config import LOG_FORMAT, GatewayConfig, GatewayCounts, Report
from triqueta_server.gateways.linux import be_nice, die_with_parent
from triqueta_server.limits.log_limit import set_up_log

REPORT_EVERY: Final = 1.0
"""Seconds between two reports of counts."""

OpenGateway = Callable[[GatewayConfig, asyncio.Event], Awaitable[None]]
"""Opens a gateway and serves its guests until the event is set."""


def serve(open_gateway: OpenGateway) -> None:
    """Run a gateway in this process: read its config, open it, and close it when the server is gone."""
    line = sys.stdin.buffer.readline()
    if not line:
        return
    config = msgspec.json.decode(line, type=GatewayConfig)
    set_up_log(config.log_level, LOG_FORMAT)
    be_nice(config.niceness)
    # The end of the pipe says the same, but only to a process that reads it.
    die_with_parent(signal.SIGTERM, os.getppid())
    try:
        asyncio.run(_serve(open_gateway, config))
    except StartupError as refusal:
        report(Report(refused=str(refusal)))


def report(what: Report | GatewayCounts) -> None:
    # A server that is gone meanwhile is noticed elsewhere.
    with contextlib.suppress(BrokenPipeError):
        os.write(1, msgspec.json.encode(what) + b"\n")


async def report_counts(counts: Callable[[], GatewayCounts]) -> None:
    """Report the counts whenever they have changed."""
    reported = GatewayCounts()
    while True:
        await asyncio.sleep(REPORT_EVERY)
        now = counts()
        if now != reported:
            report(now)
            reported = now


async def _serve(open_gateway: OpenGateway, config: GatewayConfig) -> None:
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, end.set)
    loop.add_signal_handler(signal.SIGINT, end.set)

    def read() -> None:
        if not os.read(0, 4096):
            loop.remove_reader(0)
            end.set()

    loop.add_reader(0, read)
    await open_gateway(config, end)
