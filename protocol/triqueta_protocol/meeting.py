"""The secret of one connection to a server that has proven its identity.

Proofs made from it are valid only on that connection, so the token itself is never sent.
"""

import hashlib
import hmac
from base64 import b32encode
from typing import Final

from msgspec import Struct

CHALLENGE_HEADER: Final = "Triqueta-Challenge"
"""A header of the client's handshake request: 32 bytes in hex."""

IDENTITY_HEADER: Final = "Triqueta-Identity"
"""A header of the server's response: public key, challenge and signature in hex, separated by spaces."""

HANDLE: Final = 8
"""Bytes of a token's hash by which its owner is looked up."""

TOKEN_DIGITS: Final = 48
"""Hex digits of a token."""


class UnprovenError(Exception):
    """The server claims an identity that it cannot prove."""


class Meeting(Struct, frozen=True):
    server: bytes
    """The server's public key: its identity."""
    secret: bytes
    """Known to the two ends only, and different on each connection."""

    def new_token(self) -> str:
        """The token of a new player: both ends derive it without sending it."""
        return hmac.digest(self.secret, self._said(b"token"), "sha256").hex()[:TOKEN_DIGITS]

    def player_proof(self, token: str) -> bytes:
        """The token, masked for a server that knows its hash.

        The hash alone is not enough for a proof, so a stolen store does not give access to its players.
        """
        return self._masked(hash_token(token), token.encode())

    def proves(self, proof: bytes, token_hash: bytes) -> bool:
        """Whether this is the proof of the token with this hash."""
        token = self._masked(token_hash, proof)
        return hmac.compare_digest(hashlib.sha256(token).digest(), token_hash)

    def server_proof(self, token_hash: bytes) -> bytes:
        """Proves to the player that the server knows the token with this hash."""
        return hmac.digest(token_hash, self._said(b"server"), "sha256")

    def _masked(self, token_hash: bytes, text: bytes) -> bytes:
        mask = hashlib.shake_256(token_hash + self._said(b"player")).digest(len(text))
        return bytes(one ^ other for one, other in zip(text, mask, strict=True))

    def _said(self, purpose: bytes) -> bytes:
        return b"triqueta/1 " + purpose + b" " + self.secret


def hash_token(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def fingerprint(server: bytes) -> str:
    """The fingerprint of a server's public key, for people to compare: four groups of four characters."""
    text = b32encode(hashlib.sha256(server).digest()[:10]).decode()
    return "-".join(text[at : at + 4] for at in range(0, 16, 4))
