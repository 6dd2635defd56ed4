"""Ports for programs that have to be told theirs before they start."""

import socket
from contextlib import suppress
from random import SystemRandom


def free_port(address: str = "127.0.0.1") -> int:
    """A port that nobody listens on: not one of those that the system hands out, or it would meanwhile."""
    while True:
        port = SystemRandom().randrange(10_000, 32_000)
        with suppress(OSError), socket.create_server((address, port)):
            return port
