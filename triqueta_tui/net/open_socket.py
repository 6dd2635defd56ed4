"""Opens a WebSocket with the options that all our connections share."""

from websockets.asyncio.client import connect

from triqueta_tui.net.address import Address


def open_socket(
    address: Address, *, open_timeout: float, ping_interval: float, ping_timeout: float, max_size: int
) -> connect:
    """Use with ``async with``."""
    return connect(
        address.url,
        compression=None,
        proxy=None,
        max_size=max_size,
        open_timeout=open_timeout,
        close_timeout=1,
        ping_interval=ping_interval,
        ping_timeout=ping_timeout,
    )
