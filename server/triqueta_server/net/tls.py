"""TLS from a certificate and its key, or a sentence that says what is wrong with them."""

import ssl
from contextlib import suppress
from pathlib import Path

from triqueta_server.cannot_start import StartupError


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """The TLS context of a server; raises ``StartupError``."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # The ssl module does not say which of the two files it could not open.
        for file in (certificate, key):
            file.open("rb").close()
        # Without a password at hand it would ask for one on the terminal, and wait.
        context.load_cert_chain(certificate, key, password="")
    except ssl.SSLError as error:
        why = error.reason or "the key is locked with a password, or broken"
        raise StartupError(
            f"{certificate} and {key} are not a certificate and its open key: {why}"
        ) from error
    except OSError as error:
        raise StartupError(f"{error.filename} cannot be read: {error.strerror}") from error
    return context


def certified_names(context: ssl.SSLContext, certificate: Path) -> tuple[str, ...]:
    """The hosts and addresses for which the server's certificate is valid, without wildcards.

    The standard library reads a certificate only when a peer shows it, so one side of a connection that
    exists in memory alone shows it to the other.
    """
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    # The certificate itself is trusted here: who has signed it is for the clients to check.
    trusting.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        trusting.load_verify_locations(certificate)
        server = context.wrap_bio(to_server, to_client, server_side=True)
        client = trusting.wrap_bio(to_client, to_server)
        for side in (client, server, client):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
        shown = client.getpeercert() or {}
    except (ssl.SSLError, OSError, ValueError):
        return ()  # out of date, for one: there is no better address for it
    names = [str(name[1]) for name in shown.get("subjectAltName", ())]
    return tuple(name for name in names if not name.startswith("*.") and name != "localhost")
