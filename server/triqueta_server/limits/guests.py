"""Guests of a gateway: how many may be in at once, and how fast they may try passwords."""

import asyncio
import hmac
import logging
from contextlib import suppress
from dataclasses import dataclass, field

from triqueta_server.gateways.messages import Message
from triqueta_server.limits.declared import GuestLimits
from triqueta_server.limits.origins import origin_of

log = logging.getLogger(__name__)


@dataclass
class _Place:
    origin: str
    leaving: bool = False


class GuestCounter:
    """The guests who are in, each under an object that stands for the connection.

    A place is free again when the guest's client has ended. After a broken connection the guest may be back
    before that, so a guest waits for a place that is being left.
    """

    def __init__(self, limits: GuestLimits) -> None:
        self._limits = limits
        self._places: dict[object, _Place] = {}
        self._changed = asyncio.Event()
        self.let_in = 0
        self.turned_away = 0

    def __len__(self) -> int:
        return len(self._places)

    async def enter(self, guest: object, address: str) -> Message | None:
        """Count a guest in, to be counted out with ``leave``; or say why the guest may not come in."""
        origin = origin_of(address)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.place_within):
                while (full := self._full(origin)) and any(place.leaving for place in full):
                    await self._changed.wait()
        if full := self._full(origin):
            self.turned_away += 1
            return Message.FULL if len(self._places) >= self._limits.guests else Message.FULL_FROM_YOU
        self._places[guest] = _Place(origin)
        self.let_in += 1
        return None

    def begin_to_leave(self, guest: object) -> None:
        """Note that a guest is gone, whose client is still ending."""
        if guest in self._places:
            self._places[guest].leaving = True
            self._notify()

    def leave(self, guest: object) -> None:
        """Free a guest's place, if the guest has one."""
        if self._places.pop(guest, None) is not None:
            self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _full(self, origin: str) -> list[_Place]:
        """The places one of which must become free for a guest from there; none if there is room."""
        if len(self._places) >= self._limits.guests:
            return list(self._places.values())
        same = [place for place in self._places.values() if place.origin == origin]
        return same if len(same) >= self._limits.per_address else []


@dataclass(eq=False)
class _Address:
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class TooManyGuessesError(Exception):
    """Nothing was compared: too many from this address wait already."""


class PasswordGuesses:
    """All password guesses at one gateway. The right one gets in, however many others guess."""

    def __init__(self, gateway: str, password: str | None, limits: GuestLimits) -> None:
        self._gateway = gateway
        self._limits = limits
        self._password = (password or "").encode()
        self._addresses: dict[str, _Address] = {}
        self.wrong = 0
        """Wrong passwords since the start."""

    async def is_right(self, guess: bytes, address: str) -> bool:
        """Compare, when it is this guess's turn; raises ``TooManyGuessesError``."""
        origin = origin_of(address)
        queue = self._addresses.setdefault(origin, _Address())
        if queue.waiting >= self._limits.passwords_waiting:
            raise TooManyGuessesError
        queue.waiting += 1
        try:
            async with queue.turn:
                if hmac.compare_digest(guess, self._password):
                    return True
                self.wrong += 1
                log.warning("wrong gateway password gateway=%s address=%s", self._gateway, origin)
                await asyncio.sleep(self._limits.wrong_password)
                return False
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._addresses[origin]
