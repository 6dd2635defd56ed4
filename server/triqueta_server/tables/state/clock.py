"""The turn clock: so many seconds for each decision, and a bank for the whole game.

It does not read the time: ``now`` is handed in, in seconds.
"""

from collections.abc import Iterable
from typing import Final

from triqueta_protocol.events import Clocks
from triqueta_protocol.settings import ClockRule

_SLACK: Final = 0.001
"""A timer may fire a hair early."""


class Clock:
    def __init__(self, rule: ClockRule, seats: int) -> None:
        self._turn = float(rule.turn)
        self.bank = [float(rule.bank)] * seats
        self._since: dict[int, float] = {}
        """By seat whose time runs: since when, moved forward by the time it stood still."""
        self._used: dict[int, float] = {}
        """By seat whose decision is with a bot meanwhile: what its owner has used for it."""
        self._paused_at: float | None = None

    def set_owing(self, seats: Iterable[int], now: float, with_bots: Iterable[int] = ()) -> None:
        """Run the time of exactly these seats, which owe a decision.

        Decisions ``with_bots`` are owed as well, but no time runs for them. If the owner returns, it goes on
        where it stopped: leaving does not double the time for a decision.
        """
        owing, held = set(seats), set(with_bots)
        for seat in (self._since.keys() | self._used.keys()) - owing:
            if seat not in held:
                self.stop(seat, now)
            elif seat in self._since:
                self._used[seat] = now - self._since.pop(seat)
        for seat in owing - self._since.keys():
            self._since[seat] = now - self._used.pop(seat, 0.0)

    def stop(self, seat: int, now: float) -> None:
        """The seat has decided: what it took beyond the turn's own time comes out of its bank."""
        self.bank[seat] = max(0.0, self.bank[seat] + min(0.0, self._turn - self._taken(seat, now)))
        self._since.pop(seat, None)
        self._used.pop(seat, None)

    def expired(self, now: float) -> list[int]:
        """The seats whose turn and bank are both used up."""
        if self._paused_at is not None:
            return []
        return [seat for seat in sorted(self._since) if self._end(seat) <= now + _SLACK]

    def next_deadline(self) -> float | None:
        """When the next seat runs out of time, unless it decides before."""
        if self._paused_at is not None or not self._since:
            return None
        return min(self._end(seat) for seat in self._since)

    def pause(self, now: float) -> None:
        if self._paused_at is None:
            self._paused_at = now

    def resume(self, now: float) -> None:
        """Let time run again; the pause does not count."""
        if self._paused_at is not None:
            lost = now - self._paused_at
            self._since = {seat: since + lost for seat, since in self._since.items()}
            self._paused_at = None

    def reading(self, now: float) -> Clocks:
        """What is left to each seat, as the room shows it."""
        now = self._paused_at if self._paused_at is not None else now
        bank: list[int] = []
        turn: list[int | None] = []
        for seat, left in enumerate(self.bank):
            spare = self._turn - self._taken(seat, now)
            bank.append(_ms(left + min(0.0, spare)))
            turn.append(_ms(spare) if seat in self._since else None)
        return Clocks(bank=tuple(bank), turn=tuple(turn))

    def _taken(self, seat: int, now: float) -> float:
        since = self._since.get(seat)
        return self._used.get(seat, 0.0) if since is None else now - since

    def _end(self, seat: int) -> float:
        return self._since[seat] + self._turn + self.bank[seat]


def _ms(seconds: float) -> int:
    return max(0, round(seconds * 1000))
