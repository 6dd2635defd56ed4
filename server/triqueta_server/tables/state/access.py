"""Who may enter a table."""

import hashlib
import hmac
from collections.abc import Mapping

from msgspec import Struct, structs

from triqueta_protocol.errors import Code, RefusalError


class Access(Struct, frozen=True):
    """What the host has decided about people who are new to a table."""

    password: bytes | None = None
    """Its hash."""
    nobody_new: bool = False
    """Only people who are here or own a seat may enter."""
    banned: frozenset[str] = frozenset()
    """Ids of players who were sent away."""
    banned_addresses: Mapping[str, float] = {}
    """Addresses of players who were sent away, and when. Not stored."""

    def opens_with(self, password: str | None, code: str) -> bool:
        """Whether it is the table's password, or there is none."""
        return self.password is None or matches(self.password, password, code)

    def check_new(self, origin: str, now: float, kicked_for: float) -> None:
        """Refuse a new player whom the host does not want."""
        if self.nobody_new:
            raise RefusalError(Code.NOBODY_NEW)
        banned_at = self.banned_addresses.get(origin)
        if banned_at is not None and now < banned_at + kicked_for:
            # Another name costs nothing.
            raise RefusalError(Code.KICKED)

    def ban(self, player: str | None, address: str | None = None, now: float = 0.0) -> "Access":
        """Keep out a player permanently, and new players of an address for a while."""
        banned = self.banned if player is None else self.banned | {player}
        addresses = self.banned_addresses if address is None else {**self.banned_addresses, address: now}
        return structs.replace(self, banned=banned, banned_addresses=addresses)

    def pardon(self, player: str) -> "Access":
        return structs.replace(self, banned=self.banned - {player})


def digest(password: str, salt: str) -> bytes:
    """The hash of a password. A table's password guards a game among friends, so one round is enough."""
    return hashlib.blake2b(password.encode(), key=salt.encode(), digest_size=32).digest()


def matches(kept: bytes, password: str | None, salt: str) -> bool:
    return password is not None and hmac.compare_digest(kept, digest(password, salt))
