"""The browser door's process: listens, and disconnects its guests in good order at the end."""

import asyncio
import logging
from pathlib import Path
from typing import Final

from aiohttp import web

from server.admission import AdmissionLimits
from server.doors.config import DoorConfig, Report
from server.doors.context import DoorContext
from server.doors.counts import tell_changes
from server.doors.parent_pipe import report, serve
from server.doors.web.log_filter import shorten
from server.doors.web.site import Site
from server.listening import listen
from server.net.tls import tls_context

GOODBYE_WITHIN: Final = 2.0

NEWCOMERS: Final = AdmissionLimits(newcomers=200, per_address=60, patience=10.0)
"""Connections that are not a guest's line to the game. A browser opens several for a page, and keeps them."""


async def open_door(config: DoorConfig, end: asyncio.Event) -> None:
    """Serve guests until the event is set; raises ``CannotStart``."""
    # The library warns of every request that makes no sense; strangers send many.
    logging.getLogger("aiohttp").setLevel(logging.ERROR)
    logging.getLogger("aiohttp.server").addFilter(shorten)
    context = DoorContext.of(config, "web", NEWCOMERS)
    site = Site(context)
    runner = web.AppRunner(
        site.application(), access_log=None, handle_signals=False, shutdown_timeout=GOODBYE_WITHIN
    )
    try:
        await context.prefork.start()
        await runner.setup()
        report(Report(port=await _listen(runner, context), remarks=context.prefork.remarks()))
        telling = asyncio.create_task(tell_changes(context.counts, report))
        await end.wait()
        telling.cancel()
        await site.say_goodbye()
    finally:
        await runner.cleanup()
        await context.prefork.close()


async def _listen(runner: web.AppRunner, context: DoorContext) -> int:
    config = context.config
    tls = tls_context(Path(config.tls[0]), Path(config.tls[1])) if config.tls else None
    sockets = listen(config.host, config.port, context.admission)
    for each in sockets:
        await web.SockSite(runner, each, ssl_context=tls).start()
    port: int = sockets[0].getsockname()[1]
    return port


if __name__ == "__main__":
    serve(open_door)
