"""Passwords of tables, kept as hashes."""

import hashlib
import hmac


def digest(password: str, salt: str) -> bytes:
    """The hash of a password. A table's password guards a game among friends, so one round is enough."""
    return hashlib.blake2b(password.encode(), key=salt.encode(), digest_size=32).digest()


def matches(kept: bytes, password: str | None, salt: str) -> bool:
    return password is not None and hmac.compare_digest(kept, digest(password, salt))
