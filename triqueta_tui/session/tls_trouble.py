"""Why a connection failed, where TLS is the reason: the certificate, or one side that does not speak it."""

import asyncio
import ssl
from contextlib import suppress
from dataclasses import replace
from typing import Final

from websockets.exceptions import InvalidStatus

from triqueta_tui.session.address import Address

ANSWER_WITHIN: Final = 3.0

_EXPIRED: Final = frozenset((9, 10))
_OTHER_NAME: Final = frozenset((62, 64))
"""OpenSSL's codes for certificates that are not valid yet or any more, and for those of another machine."""


async def tls_trouble(address: Address, error: BaseException) -> tuple[str, dict[str, str | int]] | None:
    """A key under ``link.why`` with its details; None if it was not because of TLS."""
    if isinstance(error.__cause__, InvalidStatus):
        return None  # it was understood, and refused
    match error:
        case ssl.SSLCertVerificationError(verify_code=code):
            if code in _OTHER_NAME:
                return "certificate", {}
            return ("expired" if code in _EXPIRED else "untrusted"), {}
        case ConnectionRefusedError() | TimeoutError():
            return None  # nobody is there to speak anything
        case _ if address.secure and await _speaks_plainly(address):
            return "no_tls", {"address": str(replace(address, secure=False))}
        case _ if not address.secure and await _speaks_tls(address):
            return "needs_tls", {"address": replace(address, secure=True).url}
    return None


async def _speaks_plainly(address: Address) -> bool:
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(ANSWER_WITHIN):
            reader, writer = await asyncio.open_connection(address.host, address.port)
            try:
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: server\r\n\r\n")
                # A server that speaks TLS may also answer in words: that it got none of it.
                return (await reader.readline()).startswith(b"HTTP/1.1 200")
            finally:
                writer.close()
    return False


async def _speaks_tls(address: Address) -> bool:
    # Nothing is sent, so it does not matter who answers.
    anybody = ssl.create_default_context()
    anybody.check_hostname = False
    anybody.verify_mode = ssl.CERT_NONE
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(ANSWER_WITHIN):
            _, writer = await asyncio.open_connection(address.host, address.port, ssl=anybody)
            writer.close()
            return True
    return False
