"""Opens a WebSocket with the options that all our connections share."""

from functools import partial
from typing import Final

from websockets.asyncio.client import connect

open_socket: Final = partial(connect, compression=None, proxy=None, close_timeout=1)
"""Use with ``async with``."""
