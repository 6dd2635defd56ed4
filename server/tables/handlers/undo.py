"""Decisions that are taken back, by somebody who plays with bots only."""

from functools import partial

from protocol import requests
from protocol.errors import Code, Refusal
from protocol.happenings import TookBack
from server.tables.handlers import playing
from server.tables.state.player import Player
from server.tables.state.table import Table


def take_back(table: Table, player: Player, request: requests.Undo) -> None:
    """Go back to before the player's last decision; what the bots have done since then goes back, too."""
    at = table.require_seat(player)
    table.require_status("playing")
    match = playing.running_match(table)
    table.require_store()
    moves = table.moves_kept
    if moves is None or at != match.alone:
        raise Refusal(Code.NO_UNDO)
    # What bots are thinking about is no longer asked.
    table.thinking.clear()
    match.take_back(moves)
    deliver = table.prepare_moves([TookBack(at)])
    table.write(match.takeback_entry(table.services.wall_time(), at, moves, player.id, request.id))
    table.outbox.post(deliver)
    table.outbox.post(partial(playing.advance, table))
