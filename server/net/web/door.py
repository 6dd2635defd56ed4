"""The port where browsers knock."""

import asyncio
import logging
import os
from pathlib import Path
from typing import Final

from aiohttp import web

from server.net.doors.crowd import Crowd
from server.net.doors.identity import Identity
from server.net.doors.lifeline import CannotOpen, report
from server.net.doors.nursery import Nursery
from server.net.doors.orders import Orders, Report
from server.net.tls import TlsRefused, tls_context
from server.net.web.site import Site

GOODBYE_WITHIN: Final = 2.0


async def open_door(orders: Orders, end: asyncio.Event) -> None:
    """Serve guests until the end comes; raises ``CannotOpen`` or ``FileRefused``."""
    # The library tells of every request that makes no sense; strangers send many.
    logging.getLogger("aiohttp").setLevel(logging.ERROR)
    nursery = Nursery()
    site = Site(orders, Identity.of(Path(orders.data_dir)), nursery, Crowd(orders.limits))
    runner = web.AppRunner(
        site.application(), access_log=None, handle_signals=False, shutdown_timeout=GOODBYE_WITHIN
    )
    try:
        await nursery.start()
        await runner.setup()
        port = await _listen(runner, orders)
        report(Report(port=port, remarks=nursery.remarks()))
        await end.wait()
        await site.say_goodbye()
    finally:
        await runner.cleanup()
        await nursery.close()


async def _listen(runner: web.AppRunner, orders: Orders) -> int:
    try:
        tls = tls_context(Path(orders.tls[0]), Path(orders.tls[1])) if orders.tls else None
        await web.TCPSite(runner, orders.host, orders.port, ssl_context=tls).start()
    except TlsRefused as refusal:
        raise CannotOpen(str(refusal)) from refusal
    except OSError as error:
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror or str(error)
        raise CannotOpen(f"cannot listen on {orders.host}:{orders.port}: {why}") from error
    port: int = runner.addresses[0][1]
    return port
