"""Connections that have not said yet who they are: newcomers always get in, the oldest make room for them."""

from collections.abc import Hashable
from typing import Generic, TypeVar

ArrivalT = TypeVar("ArrivalT", bound=Hashable)


class Arrivals(Generic[ArrivalT]):
    """Holds so many of one address, and so many in all.

    Refusing newcomers would let whoever is first keep everybody else out, owners of seats among them. A
    client says who it is as soon as it is connected; those who wait for long do not mean to.
    """

    def __init__(self, most: int, most_from_one: int) -> None:
        self._most = most
        self._most_from_one = most_from_one
        self._from: dict[str, dict[ArrivalT, None]] = {}
        self._count = 0

    def add(self, arrival: ArrivalT, origin: str) -> ArrivalT | None:
        """Take in one more; returns the one to close for it, if there is one too many."""
        here = self._from.setdefault(origin, {})
        here[arrival] = None
        self._count += 1
        if len(here) > self._most_from_one:
            return self._drop_oldest(origin)
        if self._count > self._most:
            return self._drop_oldest(max(self._from, key=lambda one: len(self._from[one])))
        return None

    def remove(self, arrival: ArrivalT, origin: str) -> None:
        """It has said who it is, or is gone."""
        here = self._from.get(origin, {})
        if arrival in here:
            del here[arrival]
            self._count -= 1
            if not here:
                del self._from[origin]

    def __len__(self) -> int:
        return self._count

    def _drop_oldest(self, origin: str) -> ArrivalT:
        oldest = next(iter(self._from[origin]))
        self.remove(oldest, origin)
        return oldest
