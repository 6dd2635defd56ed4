"""Work that waits for a process: shared by addresses first, and by the owners behind one address second."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final, Generic, NamedTuple, TypeVar

ItemT = TypeVar("ItemT")


class Owner(NamedTuple):
    """Who has the work done. Names cost nothing, addresses do."""

    address: str
    name: str
    """A player's or a table's."""


class _Shares:
    """The seconds that each of some names has used, counted from where it last came to the queue."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._level = 0.0
        """What the last to be served had used."""

    def enter(self, name: str) -> None:
        # Nothing is saved up while nothing is asked for.
        self._used[name] = max(self._used.get(name, 0.0), self._level)

    def next_of(self, names: Iterable[str]) -> str:
        name = min(names, key=self._used.__getitem__)
        self._level = max(self._level, self._used[name])
        return name

    def charge(self, name: str, seconds: float) -> None:
        self.enter(name)
        self._used[name] += seconds

    def forget_paid(self) -> None:
        """Forget those who have used no more than a newcomer is taken to have."""
        self._used = {name: used for name, used in self._used.items() if used > self._level}

    def __bool__(self) -> bool:
        return bool(self._used)


class FairQueue(Generic[ItemT]):
    """Each owner pays for the time its items have taken.

    An owner with quick items waits behind one item of each busy address at most, and not for all of them.
    """

    def __init__(self, per_address: int) -> None:
        """``per_address`` items of one address may be in work at once."""
        self._per_address: Final = per_address
        self._in_work: Final[Counter[str]] = Counter()
        """Items taken and not finished, by address."""
        self._waiting: dict[str, dict[str, deque[ItemT]]] = {}
        """By address and name."""
        self._addresses: Final = _Shares()
        self._names: dict[str, _Shares] = {}
        """By address."""

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[ItemT]:
        return chain.from_iterable(chain.from_iterable(names.values()) for names in self._waiting.values())

    def ready(self) -> Iterator[ItemT]:
        """As many of the items as may be taken now."""
        for address, names in self._waiting.items():
            left = self._per_address - self._in_work[address]
            yield from islice(chain.from_iterable(names.values()), left)

    def put(self, owner: Owner, item: ItemT, *, first: bool = False) -> None:
        self._addresses.enter(owner.address)
        self._names.setdefault(owner.address, _Shares()).enter(owner.name)
        items = self._waiting.setdefault(owner.address, {}).setdefault(owner.name, deque())
        items.appendleft(item) if first else items.append(item)

    def take(self) -> tuple[Owner, ItemT] | None:
        """The next item and its owner. It is in work until ``finish``."""
        if not self._waiting:
            self._forget_paid()
        addresses = [one for one in self._waiting if self._in_work[one] < self._per_address]
        if not addresses:
            return None
        address = self._addresses.next_of(addresses)
        self._in_work[address] += 1
        names = self._waiting[address]
        name = self._names[address].next_of(names)
        item = names[name].popleft()
        if not names[name]:
            del names[name]
        if not names:
            del self._waiting[address]
        return Owner(address, name), item

    def finish(self, owner: Owner, seconds: float = 0.0) -> None:
        """Note that an item is no longer in work, and charge its owner for the time."""
        self._in_work[owner.address] -= 1
        if not self._in_work[owner.address]:
            del self._in_work[owner.address]
        self._addresses.charge(owner.address, seconds)
        self._names.setdefault(owner.address, _Shares()).charge(owner.name, seconds)

    def _forget_paid(self) -> None:
        self._addresses.forget_paid()
        for shares in self._names.values():
            shares.forget_paid()
        self._names = {address: shares for address, shares in self._names.items() if shares}
