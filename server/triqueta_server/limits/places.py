"""Counts what is in use, in all and per address: connected players, requests in work."""

from collections import Counter


class Places:
    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._from: Counter[str] = Counter()

    @property
    def full(self) -> bool:
        return self._from.total() >= self._most

    def has_room(self, origin: str) -> bool:
        return not self.full and self._from[origin] < self._per_address

    def take(self, origin: str) -> None:
        self._from[origin] += 1

    def give_up(self, origin: str) -> None:
        self._from[origin] -= 1
        if not self._from[origin]:
            del self._from[origin]

    def __len__(self) -> int:
        return self._from.total()
