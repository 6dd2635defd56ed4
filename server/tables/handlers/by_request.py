"""Which handler carries out which request at a table."""

from collections.abc import Callable
from typing import Any, Final, Literal

from protocol import requests
from server.tables.delivery.answers import RequestState
from server.tables.handlers import (
    admission,
    between_games,
    chat,
    coaching,
    playing,
    resume,
    seating,
    undo,
)
from server.tables.state.player import Player
from server.tables.state.table import Table

Result = tuple[Any, ...] | Literal[RequestState.PENDING] | None
"""Of what a request does at a table: the history it asked for, or that its answer follows later."""

HANDLERS: Final[dict[type, Callable[[Table, Player, Any], Result]]] = {
    requests.Create: lambda table, player, _request: seating.sit_down(table, player),
    requests.Join: seating.join,
    requests.Watch: seating.watch,
    requests.Leave: seating.leave,
    requests.Kick: seating.kick,
    requests.KickWatcher: admission.kick_watcher,
    requests.Lock: admission.lock,
    requests.AddBot: seating.add_bot,
    requests.RemoveBot: seating.remove_bot,
    requests.SitIn: seating.sit_in,
    requests.Configure: between_games.configure,
    requests.Ready: between_games.ready,
    requests.Start: between_games.start,
    requests.Rematch: between_games.rematch,
    requests.Act: playing.act,
    requests.Advise: coaching.advise,
    requests.Undo: undo.take_back,
    requests.Chat: chat.chat,
    requests.Resume: resume.resume,
    requests.History: resume.history,
}
"""By the type of the request."""
