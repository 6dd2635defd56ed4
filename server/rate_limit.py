"""A token bucket: so many at once, so many a second in the long run."""


class TokenBucket:
    """Holds up to ``burst`` tokens and gets ``rate`` new ones a second."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def spend(self, now: float, cost: float = 1.0) -> float:
        """Take ``cost`` tokens, on credit if need be; returns how many are owed (0 when within the limit)."""
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
        return self._tokens >= self._burst

    def _refill(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
