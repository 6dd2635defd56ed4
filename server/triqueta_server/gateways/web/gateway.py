"""The browser gateway's process: listens, and disconnects its guests in good order at the end."""

import asyncio
import logging
from pathlib import Path
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from triqueta_protocol.text import clean
from triqueta_server.gateways.config import GatewayConfig, Report
from triqueta_server.gateways.context import GatewayContext
from triqueta_server.gateways.parent_pipe import report, report_counts, serve
from triqueta_server.gateways.web.site import Site
from triqueta_server.limits.declared import WEB_PENDING
from triqueta_server.listening import listen
from triqueta_server.net.tls import tls_context

GOODBYE_WITHIN: Final = 2.0


async def open_gateway(config: GatewayConfig, end: asyncio.Event) -> None:
    """Serve guests until the event is set; raises ``StartupError``."""
    # The library warns of every request that makes no sense; strangers send many.
    logging.getLogger("aiohttp").setLevel(logging.ERROR)
    logging.getLogger("aiohttp.server").addFilter(shorten_bad_request)
    context = GatewayContext.of(config, "web", WEB_PENDING)
    site = Site(context)
    runner = web.AppRunner(
        site.application(), access_log=None, handle_signals=False, shutdown_timeout=GOODBYE_WITHIN
    )
    try:
        await context.prefork.start()
        await runner.setup()
        report(Report(port=await _listen(runner, context), remarks=context.prefork.remarks()))
        reporting = asyncio.create_task(report_counts(context.counts))
        await end.wait()
        reporting.cancel()
        await site.say_goodbye()
    finally:
        await runner.cleanup()
        await context.prefork.close()


async def _listen(runner: web.AppRunner, context: GatewayContext) -> int:
    config = context.config
    tls = tls_context(Path(config.tls[0]), Path(config.tls[1])) if config.tls else None
    sockets = listen(config.host, config.port, context.pending)
    for each in sockets:
        await web.SockSite(runner, each, ssl_context=tls).start()
    port: int = sockets[0].getsockname()[1]
    return port


def shorten_bad_request(record: logging.LogRecord) -> bool:
    """Log one line, and no traceback, for a request that is not HTTP; other faults keep their traceback."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError):
        # It may quote the request, which must not reach the host's terminal unfiltered.
        reason = clean(" ".join(error.message.split()))[:100]
        record.msg, record.args = "malformed request gateway=web reason=%s", (reason,)
        record.exc_info = None
        record.levelno, record.levelname = logging.INFO, "INFO"
    return True


if __name__ == "__main__":
    serve(open_gateway)
