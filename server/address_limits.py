"""What one address may do, and how often: new names cost nothing, new addresses do."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from server.rate_limit import TokenBucket

PEOPLE: Final = 64
"""As many people behind one address as these rates are meant for."""

BUSY: Final = 8
"""So many of them may send as fast as one is allowed to, all the time."""

REMEMBERED: Final = 20_000
"""Addresses and deeds to keep in mind before those are looked through that can be forgotten."""


class Allowance(Struct, frozen=True):
    rate: float
    """So many a second in the long run."""
    burst: float
    """So many at once."""


class Allowances(Struct, frozen=True):
    """For one address with ``PEOPLE`` people behind it."""

    connections: Allowance = Allowance(30.0, 130.0)
    players: Allowance = Allowance(0.5, 64.0)
    """New players: names that nobody has a token for."""
    tables: Allowance = Allowance(0.1, 20.0)
    """Tables opened."""
    greetings: Allowance = Allowance(10.0, 30.0)
    """Wrong passwords of the server."""
    guesses: Allowance = Allowance(2.0, 20.0)
    """Wrong passwords of tables, and codes that no table has."""
    chat: Allowance = Allowance(2.0, 20.0)
    advice: Allowance = Allowance(2.0, 20.0)
    """Questions for advice."""
    renames: Allowance = Allowance(0.2, 10.0)
    """Other names for players who are at a table."""
    comings: Allowance = Allowance(1.0, 40.0)
    """Players who sit down or begin to watch."""
    work: Allowance = Allowance(400.0, 800.0)
    """Requests, each counted by what it costs the server."""
    seated_work: Allowance = Allowance(400.0, 800.0)
    """The same for people in a game, who need not wait for those who are not."""

    def with_work(self, rate: float, burst: float) -> "Allowances":
        """The same, with requests for so many connections at once as one that may send at this rate."""
        work = Allowance(BUSY * rate, BUSY * burst)
        return replace(self, work=work, seated_work=work)


class Deed(StrEnum):
    """What is counted, named like its allowance."""

    CONNECTION = "connections"
    PLAYER = "players"
    TABLE = "tables"
    GREETING = "greetings"
    GUESS = "guesses"
    CHAT = "chat"
    ADVICE = "advice"
    RENAME = "renames"
    COMING = "comings"
    WORK = "work"
    SEATED_WORK = "seated_work"


class AddressLimits:
    """Counts the deeds of each address. ``people`` scales all allowances: so many may share an address."""

    def __init__(
        self, now: Callable[[], float], people: int = PEOPLE, allowances: Allowances | None = None
    ) -> None:
        self._now = now
        scale = people / PEOPLE
        each: dict[str, Allowance] = asdict(allowances or Allowances())
        self._allowances = {
            deed: Allowance(each[deed.value].rate * scale, max(1.0, each[deed.value].burst * scale))
            for deed in Deed
        }
        self._buckets: dict[tuple[str, Deed], TokenBucket] = {}
        self._look_through_at = REMEMBERED

    def try_spend(self, origin: str, deed: Deed) -> bool:
        """Count a deed if it is within the limit; false, and not counted, if it is one too many."""
        return self._bucket(origin, deed).try_spend(self._now())

    def may(self, origin: str, deed: Deed) -> bool:
        """Whether ``try_spend`` would count it."""
        return self._bucket(origin, deed).has(self._now())

    def wait(self, origin: str, deed: Deed, cost: float = 1.0) -> float:
        """Count a deed in any case; returns the seconds after which it is within the limit."""
        owed = self._bucket(origin, deed).spend(self._now(), cost)
        return owed / self._allowances[deed].rate if owed else 0.0

    def give_back(self, origin: str, deed: Deed, cost: float = 1.0) -> None:
        """Forget a deed that was counted."""
        self._bucket(origin, deed).spend(self._now(), -cost)

    def __len__(self) -> int:
        return len(self._buckets)

    def _bucket(self, origin: str, deed: Deed) -> TokenBucket:
        bucket = self._buckets.get((origin, deed))
        if bucket is None:
            if len(self._buckets) >= self._look_through_at:
                self._forget()
            allowance = self._allowances[deed]
            bucket = TokenBucket(allowance.rate, allowance.burst, self._now())
            self._buckets[origin, deed] = bucket
        return bucket

    def _forget(self) -> None:
        """Forget whoever has everything left: they would begin with that anyway."""
        now = self._now()
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._look_through_at = max(REMEMBERED, 2 * len(self._buckets))
