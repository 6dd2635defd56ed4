"""Certificates made on the spot, for servers that speak TLS in tests."""

import datetime
import ipaddress
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Certificate(NamedTuple):
    """A certificate that signs for itself, and its key."""

    certificate: Path
    key: Path

    @property
    def options(self) -> tuple[str, ...]:
        """What a server must be told to use it."""
        return ("--tls-cert", str(self.certificate), "--tls-key", str(self.key))

    @property
    def trust(self) -> ssl.SSLContext:
        """A client that trusts this certificate and no other."""
        return ssl.create_default_context(cafile=str(self.certificate))


def make_certificate(
    folder: Path,
    name: str = "server",
    password: bytes | None = None,
    names: Sequence[str] = ("localhost", "127.0.0.1"),
    days: int = 1,
) -> Certificate:
    """A certificate for these hosts, valid from the day before yesterday on; the key may be locked."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    hosts: list[x509.GeneralName] = [
        x509.IPAddress(ipaddress.ip_address(one)) if one[0].isdigit() else x509.DNSName(one) for one in names
    ]
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=2))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(hosts), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    lock = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    made = Certificate(folder / f"{name}.crt", folder / f"{name}.key")
    made.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    made.key.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, lock)
    )
    return made
