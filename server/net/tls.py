"""TLS from a certificate and its key, or a sentence that says what is wrong with them."""

import ssl
from pathlib import Path

from server.cannot_start import CannotStart


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """The TLS context of a server; raises ``CannotStart``."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # The ssl module does not say which of the two files it could not open.
        for file in (certificate, key):
            file.open("rb").close()
        # Without a password at hand it would ask for one on the terminal, and wait.
        context.load_cert_chain(certificate, key, password="")
    except ssl.SSLError as error:
        why = error.reason or "the key is locked with a password, or broken"
        raise CannotStart(f"{certificate} and {key} are not a certificate and its open key: {why}") from error
    except OSError as error:
        raise CannotStart(f"{error.filename} cannot be read: {error.strerror}") from error
    return context
