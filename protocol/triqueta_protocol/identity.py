"""How a server proves its identity during the WebSocket handshake.

The client sends a challenge, the server answers with its public key, a challenge of its own and a signature.
The challenges are X25519 keys, from which both ends derive the same secret.
"""

import hmac
import re
import secrets
from typing import Final

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey

from triqueta_protocol.meeting import Meeting, UnprovenError

_SIGNED: Final = b"triqueta/1 identity "
_SHARED: Final = b"triqueta/1 secret "
"""What the transcript (server's key, client's challenge, server's challenge) is used for, put before it."""

_CHALLENGE: Final = re.compile(r"[0-9a-f]{64}")
_ANSWER: Final = re.compile(r"([0-9a-f]{64}) ([0-9a-f]{64}) ([0-9a-f]{128})")


class Challenge:
    """One end's state in a handshake."""

    def __init__(self, private: bytes | None = None) -> None:
        """Uses a new key, unless one is given."""
        self._private = private or secrets.token_bytes(32)
        self.public = crypto_scalarmult_base(self._private)

    def check(self, answer: str) -> Meeting:
        """Verify the server's answer to the challenge; raises ``UnprovenError``."""
        parts = _ANSWER.fullmatch(answer)
        if parts is None:
            raise UnprovenError(answer)
        server, theirs, signature = map(bytes.fromhex, parts.groups())
        transcript = server + self.public + theirs
        try:
            VerifyKey(server).verify(_SIGNED + transcript, signature)
            return Meeting(server, self.secret(theirs, transcript))
        except CryptoError as error:
            raise UnprovenError(answer) from error

    def secret(self, other: bytes, transcript: bytes) -> bytes:
        """The shared secret of both challenges; raises ``CryptoError`` for an invalid one."""
        shared = crypto_scalarmult(self._private, other)
        return hmac.digest(shared, _SHARED + transcript, "sha256")


class ServerKey:
    """A server's key pair, which is its identity."""

    def __init__(self, private: bytes) -> None:
        """``private`` are the 32 bytes of an Ed25519 key."""
        self._key = SigningKey(private)
        self.public = bytes(self._key.verify_key)

    def answer(self, challenge: str, own: Challenge | None = None) -> tuple[str, Meeting] | None:
        """The value of the response header and the meeting; None for an invalid challenge."""
        if not _CHALLENGE.fullmatch(challenge):
            return None
        theirs, own = bytes.fromhex(challenge), own or Challenge()
        transcript = self.public + theirs + own.public
        try:
            meeting = Meeting(self.public, own.secret(theirs, transcript))
        except CryptoError:
            return None
        signature = self._key.sign(_SIGNED + transcript).signature
        return f"{self.public.hex()} {own.public.hex()} {signature.hex()}", meeting
