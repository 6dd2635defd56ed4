"""Questions that wait for a bot process: whoever has had the least of its time comes first."""

from collections import deque
from collections.abc import Iterator
from itertools import chain
from typing import Generic, TypeVar

ItemT = TypeVar("ItemT")


class FairQueue(Generic[ItemT]):
    """Waiting items by owner, such as a table.

    Each owner pays for the time its items have taken. An owner with quick questions waits behind one question
    of each busy one at most, and not for all of them.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[ItemT]] = {}
        self._used: dict[str, float] = {}
        """By owner: seconds it has had, counted from where it last came to the queue."""
        self._level = 0.0
        """What whoever was served last had used."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[ItemT]:
        return chain.from_iterable(self._waiting.values())

    def put(self, owner: str, item: ItemT, *, first: bool = False) -> None:
        # Who has asked for nothing meanwhile has saved up nothing.
        self._used[owner] = max(self._used.get(owner, 0.0), self._level)
        items = self._waiting.setdefault(owner, deque())
        items.appendleft(item) if first else items.append(item)

    def take(self) -> tuple[str, ItemT] | None:
        """The next item and its owner."""
        if not self._waiting:
            # Owners who have used no more than whoever comes next need not be remembered.
            self._used = {owner: used for owner, used in self._used.items() if used > self._level}
            return None
        owner = min(self._waiting, key=self._used.__getitem__)
        items = self._waiting[owner]
        item = items.popleft()
        if not items:
            del self._waiting[owner]
        self._level = max(self._level, self._used[owner])
        return owner, item

    def charge(self, owner: str, seconds: float) -> None:
        """Note how long an owner's item has taken."""
        self._used[owner] = max(self._used.get(owner, 0.0), self._level) + seconds
