"""The error of a server, a gateway or a guest's client that cannot start."""

import os


class StartupError(Exception):
    """The message is a sentence that says why, for the person who started the server."""


def cannot_listen(host: str, port: int, error: OSError) -> StartupError:
    """Why a port cannot be opened, in the system's words without asyncio's around them."""
    number = error.errno or 0
    why = os.strerror(number) if number > 0 else error.strerror or str(error)
    return StartupError(f"cannot listen on {host or '*'}:{port}: {why}")
