"""One SSH connection: who it is, and that it gets one game session and nothing else."""

import asyncio
import logging
from typing import Final

import asyncssh

from triqueta_protocol.text import clean
from triqueta_server.gateways.ssh.session import GuestSession, SshContext
from triqueta_server.limits.pending import Peer

SESSION_WITHIN: Final = 20.0
"""Seconds from saying who one is to asking for the game."""

log = logging.getLogger(__name__)


class Caller(asyncssh.SSHServer):
    """Every public key is accepted as an identity; a caller without one is a new player each time."""

    def __init__(self, context: SshContext) -> None:
        self._context = context
        self._connection: asyncssh.SSHServerConnection | None = None
        self._peer: Peer = ()
        self._address = ""
        self._candidate: str | None = None
        self._timeout: asyncio.TimerHandle | None = None
        self._session: GuestSession | None = None
        self.fingerprint: str | None = None
        """Of the key that was proven; None for a guest without one."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Note who is there. It is counted as pending, and closed if nothing follows."""
        self._connection = conn
        self._peer = conn.get_extra_info("peername") or ("",)
        self._address = str(self._peer[0])

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timeout is not None:
            self._timeout.cancel()

    def begin_auth(self, username: str) -> bool:
        """Ask for a key even though none is needed: clients offer one only when asked.

        From now on a person may be typing a passphrase, which takes longer than a program does.
        """
        self._context.pending.wait(self._peer, self._context.config.limits.login)
        self._candidate = None
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept every key.

        The library asks this of a key that is only shown, before anything is proven. So it makes a candidate
        and no more: a caller who goes on without proving it must not be taken for its owner.
        """
        self._candidate = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """This is the way in without a key."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """There is nothing to answer, and whatever key was shown before counts for nothing."""
        self._candidate = None
        return True

    def auth_completed(self) -> None:
        """The method that succeeded was the last to set the candidate."""
        self.fingerprint = self._candidate
        self._context.pending.leave(self._peer)
        self._timeout = asyncio.get_running_loop().call_later(SESSION_WITHIN, self._no_session)

    def session_requested(self) -> GuestSession | bool:
        """One game for each connection."""
        if self._session is not None or self._connection is None:
            return False
        if self._timeout is not None:
            self._timeout.cancel()
        key = self._context.identity.key("ssh", self.fingerprint) if self.fingerprint else None
        username = str(self._connection.get_extra_info("username") or "")
        key_shown = self.fingerprint or "none"
        log.info("ssh guest connected address=%s key=%s name=%s", self._address, key_shown, clean(username))
        self._session = GuestSession(self._context, self._connection, self._address, username, key)
        return self._session

    def _no_session(self) -> None:
        if self._connection is not None:
            self._connection.disconnect(
                asyncssh.DISC_BY_APPLICATION, "There is only a game here; connect with ssh -t."
            )
