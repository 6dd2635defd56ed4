"""Somebody at the SSH door: who it is, and that there is nothing here but one game session."""

import asyncio
import logging
from typing import Final

import asyncssh

from server.net.ssh.house import House
from server.net.ssh.session import GuestSession

SESSION_WITHIN: Final = 20.0
"""Seconds from saying who one is to asking for the game."""

log = logging.getLogger(__name__)


class Caller(asyncssh.SSHServer):
    """One connection. Every public key is welcome and is an identity; without one there are guests."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._candidate: str | None = None
        self._knocking = False
        self._waiting: asyncio.TimerHandle | None = None
        self._session: GuestSession | None = None
        self.fingerprint: str | None = None
        """Of the key that was proven; None for a guest without one."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Too many who say nothing are cut off: there is nobody to tell yet."""
        self._connection = conn
        self._address = str((conn.get_extra_info("peername") or ("",))[0])
        if self._house.knocking >= self._house.orders.limits.knocking:
            log.warning("ssh: too many at the door; %s is cut off", self._address)
            conn.abort()
            return
        self._knocking = True
        self._house.knocking += 1

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._stop_knocking()
        if self._waiting is not None:
            self._waiting.cancel()

    def begin_auth(self, username: str) -> bool:
        """Ask for a key even though none is needed: nobody would show one unasked."""
        self._candidate = None
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are identities."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Every key will do.

        The library asks this of a key that is only shown, before anything is proven. So it makes a candidate
        and no more: whoever then goes on without proving it must not be taken for its owner.
        """
        self._candidate = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """The way in without a key."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """There is nothing to answer, and whatever key was shown before counts for nothing."""
        self._candidate = None
        return True

    def auth_completed(self) -> None:
        """The method that succeeded was the last to set the candidate."""
        self.fingerprint = self._candidate
        self._stop_knocking()
        self._waiting = asyncio.get_running_loop().call_later(SESSION_WITHIN, self._give_up_waiting)

    def session_requested(self) -> GuestSession | bool:
        """One game for each connection."""
        if self._session is not None or self._connection is None:
            return False
        if self._waiting is not None:
            self._waiting.cancel()
        token = self._house.identity.token("ssh", self.fingerprint) if self.fingerprint else None
        username = str(self._connection.get_extra_info("username") or "")
        log.info("ssh: %s from %s (%s)", username, self._address, self.fingerprint or "no key")
        self._session = GuestSession(self._house, self._connection, self._address, username, token)
        return self._session

    def _stop_knocking(self) -> None:
        if self._knocking:
            self._knocking = False
            self._house.knocking -= 1

    def _give_up_waiting(self) -> None:
        if self._connection is not None:
            self._connection.disconnect(
                asyncssh.DISC_BY_APPLICATION, "There is only a game here; connect with ssh -t."
            )
