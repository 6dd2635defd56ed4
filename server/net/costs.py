"""What a request costs, in plain requests: fairness is by work, not by count."""

from collections.abc import Mapping
from typing import Final

from protocol import requests

BYTES: Final = 1024
"""So many bytes of a frame cost as much as a request."""

_DEAR: Final[Mapping[type, float]] = {
    # Play the whole game again.
    requests.History: 25.0,
    requests.Undo: 10.0,
    # A worker plays the whole game again, for some of these with all views.
    requests.Replay: 10.0,
    requests.ImportGame: 20.0,
    requests.ExportGame: 5.0,
    # Reads the ratings of everybody.
    requests.Leaderboard: 5.0,
    # Reads a game. That a worker thinks about it, unless the answer is known, is limited by itself.
    requests.Assess: 2.0,
    # Count all games of a player.
    requests.Games: 5.0,
    requests.Statistics: 20.0,
    # Writes all games of a player anew.
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
    # Everybody at the table hears of it.
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
    cost = _DEAR.get(type(request))
    if cost is None or (isinstance(request, requests.Lobby) and not request.on):
        cost = 1.0
    return cost + size // BYTES
