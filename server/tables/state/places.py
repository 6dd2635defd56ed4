"""How many players are connected, in all and from each address."""

from collections import Counter

from protocol.errors import Code, Refusal
from server.tables.services import Limits


class Places:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._from: Counter[str] = Counter()

    def check(self, origin: str) -> None:
        """Refuse one more player from this address if there is no room for anybody, or for that address."""
        if self._from.total() >= self._limits.players:
            raise Refusal(Code.SERVER_FULL)
        if self._from[origin] >= self._limits.players_per_address:
            raise Refusal(Code.ADDRESS_BUSY)

    def take(self, origin: str) -> None:
        self._from[origin] += 1

    def give_up(self, origin: str) -> None:
        self._from[origin] -= 1
        if not self._from[origin]:
            del self._from[origin]

    def __len__(self) -> int:
        return self._from.total()
