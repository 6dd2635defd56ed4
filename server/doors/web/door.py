"""The browser door's process: listens, and disconnects its guests in good order at the end."""

import asyncio
import logging
from pathlib import Path
from typing import Final

from aiohttp import web

from server.cannot_start import cannot_listen
from server.doors.config import DoorConfig, Report
from server.doors.context import DoorContext
from server.doors.parent_pipe import report, serve
from server.doors.web.site import Site
from server.net.tls import tls_context

GOODBYE_WITHIN: Final = 2.0


async def open_door(config: DoorConfig, end: asyncio.Event) -> None:
    """Serve guests until the event is set; raises ``CannotStart``."""
    # The library logs every request that makes no sense; strangers send many.
    logging.getLogger("aiohttp").setLevel(logging.ERROR)
    context = DoorContext.of(config)
    site = Site(context)
    runner = web.AppRunner(
        site.application(), access_log=None, handle_signals=False, shutdown_timeout=GOODBYE_WITHIN
    )
    try:
        await context.prefork.start()
        await runner.setup()
        report(Report(port=await _listen(runner, context), remarks=context.prefork.remarks()))
        await end.wait()
        await site.say_goodbye()
    finally:
        await runner.cleanup()
        await context.prefork.close()


async def _listen(runner: web.AppRunner, context: DoorContext) -> int:
    config = context.config
    try:
        tls = tls_context(Path(config.tls[0]), Path(config.tls[1])) if config.tls else None
        await web.TCPSite(runner, config.host, config.port, ssl_context=tls).start()
    except OSError as error:
        raise cannot_listen(config.host, config.port, error) from error
    port: int = runner.addresses[0][1]
    return port


if __name__ == "__main__":
    serve(open_door)
