"""Login: server and player each prove a key by a signature that is valid on one connection only.

The client sends a challenge in the WebSocket handshake; the server's response has its public key, its own
challenge, and a signature. The client checks it before it sends anything, and signs the same in ``hello``.
"""

import hashlib
import hmac
import re
import secrets
from base64 import b32encode
from typing import Final, Literal, Self

from msgspec import Struct
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey

CHALLENGE_HEADER: Final = "Triqueta-Challenge"
"""A header of the client's handshake request: 32 random bytes in hex."""

IDENTITY_HEADER: Final = "Triqueta-Identity"
"""A header of the server's response: public key, challenge and signature in hex, separated by spaces."""

_PROTOCOL: Final = b"triqueta/1 "
_CHALLENGE: Final = re.compile(r"[0-9a-f]{64}")
_ANSWER: Final = re.compile(r"([0-9a-f]{64}) ([0-9a-f]{64}) ([0-9a-f]{128})")

Role = Literal["server", "player"]


class UnprovenError(Exception):
    """The server claims an identity that it cannot prove."""


class Exchange(Struct, frozen=True):
    """What is signed on one connection: the server's public key and the challenges of both ends."""

    server: bytes
    client_challenge: bytes
    server_challenge: bytes

    def signed(self, role: Role) -> bytes:
        """The bytes that an end signs."""
        challenges = self.client_challenge + self.server_challenge
        return _PROTOCOL + role.encode() + b" " + self.server + challenges

    def is_signed_by(self, key: bytes, signature: bytes, role: Role = "player") -> bool:
        try:
            VerifyKey(key).verify(self.signed(role), signature)
        except (CryptoError, ValueError):
            return False
        return True


class KeyPair:
    """An Ed25519 key pair: the identity of a server, or of a player at one server."""

    def __init__(self, seed: bytes) -> None:
        """``seed`` are the 32 bytes of an Ed25519 private key."""
        self._key = SigningKey(seed)
        self.public = bytes(self._key.verify_key)

    @classmethod
    def derive(cls, secret: bytes, server: bytes, profile: str, generation: int) -> Self:
        """The key pair of a player at a server. Servers cannot tell that two of them have one owner."""
        purpose = b"%splayer key %s%d %s" % (_PROTOCOL, server, generation, profile.encode())
        return cls(hmac.digest(secret, purpose, "sha256"))

    def sign(self, exchange: Exchange, role: Role = "player") -> bytes:
        return self._key.sign(exchange.signed(role)).signature

    def answer(self, challenge: str) -> tuple[str, Exchange] | None:
        """A server's response header to a client's challenge; None for an invalid one."""
        if not _CHALLENGE.fullmatch(challenge):
            return None
        exchange = Exchange(self.public, bytes.fromhex(challenge), new_challenge())
        parts = (self.public, exchange.server_challenge, self.sign(exchange, "server"))
        return " ".join(part.hex() for part in parts), exchange


def new_challenge() -> bytes:
    return secrets.token_bytes(32)


def check_server(challenge: bytes, answer: str) -> Exchange:
    """Verify a server's answer to the client's challenge; raises ``UnprovenError``."""
    parts = _ANSWER.fullmatch(answer)
    if parts is None:
        raise UnprovenError(answer)
    server, theirs, signature = map(bytes.fromhex, parts.groups())
    exchange = Exchange(server, challenge, theirs)
    if not exchange.is_signed_by(server, signature, "server"):
        raise UnprovenError(answer)
    return exchange


def hash_token(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def fingerprint(server: bytes) -> str:
    """The fingerprint of a server's public key, for people to compare: four groups of four characters."""
    text = b32encode(hashlib.sha256(server).digest()[:10]).decode()
    return "-".join(text[at : at + 4] for at in range(0, 16, 4))
