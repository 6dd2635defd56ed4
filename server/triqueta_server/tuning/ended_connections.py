"""Breaks the cycles of an ended connection, garbage that would stay for long (``triqueta_server.memory``)."""

import asyncio

from websockets.server import ServerProtocol

from triqueta_protocol.internal.tuning_switches import is_on


def break_cycles(protocol: ServerProtocol, transport: asyncio.BaseTransport) -> None:
    """Call when a connection has ended; two kilobytes are free at once."""
    if not is_on("ended_connections"):
        return
    # The parser and the error that has ended it hold their protocol.
    protocol.parser.close()
    protocol.parser_exc = None
    # A transport of CPython holds one of its own methods, and with it itself; one of TLS holds itself anyway.
    getattr(transport, "__dict__", {}).pop("_read_ready_cb", None)
