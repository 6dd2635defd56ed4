"""One SSH connection: who it is, and that it gets one game session and nothing else."""

import asyncio
import logging
from typing import Final

import asyncssh

from server.doors.ssh.session import GuestSession, SshContext

SESSION_WITHIN: Final = 20.0
"""Seconds from saying who one is to asking for the game."""

log = logging.getLogger(__name__)


class Caller(asyncssh.SSHServer):
    """Every public key is accepted and is an identity; a caller without one is a new player each time."""

    def __init__(self, context: SshContext) -> None:
        self._context = context
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._candidate: str | None = None
        self._counted = False
        self._timeout: asyncio.TimerHandle | None = None
        self._session: GuestSession | None = None
        self.fingerprint: str | None = None
        """Of the key that was proven; None for a guest without one."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count it as unauthenticated, or cut it off without a word: there is nobody to tell yet."""
        self._connection = conn
        self._address = str((conn.get_extra_info("peername") or ("",))[0])
        if self._context.unauthenticated >= self._context.config.limits.unauthenticated:
            log.warning("ssh: too many at the door; %s is cut off", self._address)
            conn.abort()
            return
        self._counted = True
        self._context.unauthenticated += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self._count_out()
        if self._timeout is not None:
            self._timeout.cancel()

    def begin_auth(self, username: str) -> bool:
        """Ask for a key even though none is needed: nobody would show one unasked."""
        self._candidate = None
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept every key.

        The library asks this of a key that is only shown, before anything is proven. So it makes a candidate
        and no more: whoever then goes on without proving it must not be taken for its owner.
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
        self._count_out()
        self._timeout = asyncio.get_running_loop().call_later(SESSION_WITHIN, self._no_session)

    def session_requested(self) -> GuestSession | bool:
        """One game for each connection."""
        if self._session is not None or self._connection is None:
            return False
        if self._timeout is not None:
            self._timeout.cancel()
        token = self._context.identity.token("ssh", self.fingerprint) if self.fingerprint else None
        username = str(self._connection.get_extra_info("username") or "")
        log.info("ssh: %s from %s (%s)", username, self._address, self.fingerprint or "no key")
        self._session = GuestSession(self._context, self._connection, self._address, username, token)
        return self._session

    def _count_out(self) -> None:
        if self._counted:
            self._counted = False
            self._context.unauthenticated -= 1

    def _no_session(self) -> None:
        if self._connection is not None:
            self._connection.disconnect(
                asyncssh.DISC_BY_APPLICATION, "There is only a game here; connect with ssh -t."
            )
