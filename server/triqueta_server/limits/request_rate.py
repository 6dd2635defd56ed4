"""Flood control of one connection: requests are counted by cost, rejected, slowed, and in the end cut off."""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Final

from triqueta_protocol import requests
from triqueta_server.limits.budgets import TokenBucket
from triqueta_server.limits.declared import Rate

BYTES: Final = 1024
"""So many bytes of a frame cost as much as a request."""

COSTS: Final[Mapping[type, float]] = {
    # Play the whole game again.
    requests.History: 25.0,
    requests.Undo: 10.0,
    # A worker plays the whole game again, for some of these with all views.
    requests.Replay: 10.0,
    requests.ImportGame: 20.0,
    requests.ExportGame: 5.0,
    # Reads the ratings of all players.
    requests.Leaderboard: 5.0,
    # Reads a game. That a worker thinks about it, unless the answer is known, is limited by itself.
    requests.Assess: 2.0,
    # Count all games of a player.
    requests.Games: 5.0,
    requests.Statistics: 20.0,
    # Reads the unfinished games of a player.
    requests.MyTables: 5.0,
    # Rewrites all games of a player.
    requests.ForgetMe: 25.0,
    # Packs all tables that are listed.
    requests.Lobby: 10.0,
    # A worker thinks about it for a second.
    requests.Advise: 10.0,
    requests.Create: 10.0,
    # Pack a whole table.
    requests.Join: 5.0,
    requests.Watch: 5.0,
    requests.Resume: 5.0,
    requests.Configure: 5.0,
    requests.Start: 5.0,
    requests.Rematch: 5.0,
    # Sends an event to everyone at the table.
    requests.Leave: 3.0,
    requests.Ready: 3.0,
    requests.AddBot: 3.0,
    requests.RemoveBot: 3.0,
    requests.Chat: 3.0,
    requests.Kick: 3.0,
    requests.KickWatcher: 3.0,
    requests.Lock: 3.0,
    # Writes to the disk.
    requests.DropGame: 3.0,
}


def cost_of(request: requests.FromClient, size: int) -> float:
    """The cost of a request that came in a frame of this size."""
    cost = COSTS.get(type(request))
    if cost is None or (isinstance(request, requests.Lobby) and not request.on):
        cost = 1.0
    return cost + size // BYTES


BROKEN_COST: Final = 10.0
"""What a frame costs that is not even a request."""

MOST_EXPENSIVE: Final = 4
"""The most expensive requests that may be sent at once."""

PATIENCE: Final = 2.0
"""How many bursts' worth of frames beyond the limit are merely answered."""

STRIKES: Final = 5
"""How often a client is slowed before it is closed."""


class Verdict(Enum):
    FINE = auto()
    ANSWER = auto()
    """Reject it."""
    SLOW = auto()
    """Reject it, and read no further for a while."""
    CLOSE = auto()


class FloodControl:
    """Counts the frames of one connection by what they cost."""

    __slots__ = ("_bucket", "_burst", "_now", "_strikes", "pause")

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._now = now
        self._burst = rate.at_once
        self._bucket = TokenBucket(rate, now())
        self._strikes = 0
        self.pause = rate.at_once / rate.per_second
        """Seconds to let a slowed client wait: its debt shrinks by a burst meanwhile."""

    def charge(self, cost: float) -> float:
        """What is counted for a cost: never more than a part of what may be sent at once."""
        return min(cost, max(1.0, self._burst / MOST_EXPENSIVE))

    def count_frame(self, cost: float = 1.0) -> Verdict:
        owed = self._bucket.spend(self._now(), cost)
        if owed == 0:
            return Verdict.FINE
        if owed <= PATIENCE * self._burst:
            return Verdict.ANSWER
        self._strikes += 1
        return Verdict.CLOSE if self._strikes > STRIKES else Verdict.SLOW
