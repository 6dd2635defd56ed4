"""Token buckets: so many at once, so many a second in the long run; one for each address, player or table."""

from collections.abc import Callable
from typing import Final, get_type_hints

from triqueta_server.limits.declared import Limits, Rate

REMEMBERED: Final = 20_000
"""Keys to keep before full buckets are dropped."""


class TokenBucket:
    __slots__ = ("_at", "_tokens", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self._tokens = rate.at_once
        self._at = now

    def spend(self, now: float, cost: float = 1.0) -> float:
        """Take ``cost`` tokens, on credit if need be; returns how many are owed (0 within the limit)."""
        self._refill(now)
        self._tokens -= cost
        return max(0.0, -self._tokens)

    def try_spend(self, now: float, cost: float = 1.0) -> bool:
        if not self.has(now, cost):
            return False
        self._tokens -= cost
        return True

    def has(self, now: float, cost: float = 1.0) -> bool:
        """Whether ``try_spend`` would succeed."""
        self._refill(now)
        return self._tokens >= cost

    def is_full(self, now: float) -> bool:
        self._refill(now)
        return self._tokens >= self.rate.at_once

    def _refill(self, now: float) -> None:
        self._tokens = min(self.rate.at_once, self._tokens + (now - self._at) * self.rate.per_second)
        self._at = now


class Buckets:
    """A bucket of one rate for each address, player or table. Full ones are dropped when there are many."""

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self.rate = rate
        self._now = now
        self._buckets: dict[str, TokenBucket] = {}
        self._sweep_at = REMEMBERED

    def __len__(self) -> int:
        return len(self._buckets)

    def try_spend(self, key: str, cost: float = 1.0) -> bool:
        """Count it if it is within the limit; false, and not counted, if it is one too many."""
        return self._bucket(key).try_spend(self._now(), cost)

    def has(self, key: str) -> bool:
        """Whether ``try_spend`` would count it."""
        return self._bucket(key).has(self._now())

    def delay(self, key: str, cost: float = 1.0) -> float:
        """Count it in any case; returns the seconds after which it is within the limit."""
        owed = self._bucket(key).spend(self._now(), cost)
        return owed / self.rate.per_second if owed else 0.0

    def give_back(self, key: str, cost: float = 1.0) -> None:
        """Undo the counting."""
        self._bucket(key).spend(self._now(), -cost)

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                now = self._now()
                self._buckets = {key: one for key, one in self._buckets.items() if not one.is_full(now)}
                self._sweep_at = max(REMEMBERED, 2 * len(self._buckets))
            bucket = self._buckets[key] = TokenBucket(self.rate, self._now())
        return bucket


class Budgets:
    """A budget for each rate of ``Limits`` that has a name here.

    The keys of ``address_…`` are addresses as ``origin_of`` gives them, of ``table_…`` codes of tables, and
    of the others ids of players.
    """

    address_connections: Buckets
    address_requests: Buckets
    address_seated_requests: Buckets
    """Of people in a game, who need not wait for those of their address who are not."""
    address_new_players: Buckets
    address_passwords: Buckets
    address_renames: Buckets
    address_new_tables: Buckets
    address_entries: Buckets
    address_guesses: Buckets
    address_chat: Buckets
    address_advice: Buckets
    table_guesses: Buckets
    table_chat: Buckets
    renames: Buckets
    returns: Buckets
    chat: Buckets
    advice: Buckets

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        for name in get_type_hints(type(self)):
            rate: Rate = getattr(limits, name.replace("_seated", ""))
            scale = limits.scale if name.startswith("address_") else 1.0
            setattr(self, name, Buckets(rate.times(scale), now))
