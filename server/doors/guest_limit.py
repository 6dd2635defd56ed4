"""How many guests may be in at once, in all and from each address."""

from collections import Counter

from server.doors.config import GuestLimits
from server.doors.messages import Message
from server.origins import origin_of


class GuestCounter:
    def __init__(self, limits: GuestLimits) -> None:
        self._limits = limits
        self._from: Counter[str] = Counter()
        self.let_in = 0
        self.turned_away = 0

    def enter(self, address: str) -> Message | None:
        """Count a guest in, to be counted out with ``leave``; or say why the guest may not come in."""
        origin = origin_of(address)
        refusal = None
        if self._from.total() >= self._limits.guests:
            refusal = Message.FULL
        elif self._from[origin] >= self._limits.per_address:
            refusal = Message.FULL_FROM_YOU
        if refusal is None:
            self._from[origin] += 1
            self.let_in += 1
        else:
            self.turned_away += 1
        return refusal

    def leave(self, address: str) -> None:
        origin = origin_of(address)
        self._from[origin] -= 1
        if not self._from[origin]:
            del self._from[origin]

    def __len__(self) -> int:
        return self._from.total()
