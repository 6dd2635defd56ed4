"""Asks a server who it is while the connection is opened, and checks the answer."""

from typing import TYPE_CHECKING

from triqueta_protocol.meeting import CHALLENGE_HEADER, IDENTITY_HEADER, Meeting

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

    from triqueta_protocol.identity import Challenge


class IdentityCheck:
    """The check of one connection; if it is not wanted, nothing is asked."""

    def __init__(self, *, wanted: bool) -> None:
        self._challenge: Challenge | None = None
        if wanted:
            # Games on this machine do without it.
            from triqueta_protocol import identity

            self._challenge = identity.Challenge()

    @property
    def headers(self) -> dict[str, str]:
        """For the request that opens the connection."""
        return {CHALLENGE_HEADER: self._challenge.public.hex()} if self._challenge else {}

    def check(self, socket: "ClientConnection") -> Meeting | None:
        """What is shared with the server now, if that is wanted; raises ``UnprovenError``."""
        answer = socket.response.headers.get(IDENTITY_HEADER) if socket.response else None
        return self._challenge.check(answer or "") if self._challenge else None
