"""Resuming a table's events after a lost link, and the history of a game."""

from functools import partial
from typing import Any

from triqueta_protocol import requests
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.table_events import GameBegan
from triqueta_server.tables.handlers import seating
from triqueta_server.tables.state.player import Link, Player
from triqueta_server.tables.state.table import Table
from triqueta_server.tables.state.viewer import Viewer


def resume(table: Table, player: Player, request: requests.Resume) -> None:
    """Send a viewer the events after the last one it has, or one fresh view."""
    viewer = table.require_viewer(player)
    viewer.client = player.client
    if request.epoch == table.epoch:
        table.outbox.post(partial(_catch_up, table, viewer, player.client.link, request.last))
    else:
        table.send_snapshot(viewer)
    if viewer.seat is not None:
        seating.owner_returned(table, viewer.seat)


def history(table: Table, player: Player, _request: requests.History) -> tuple[Any, ...]:
    table.require_viewer(player)
    if table.match is None:
        raise RefusalError(Code.NO_GAME)
    match = table.match
    began = GameBegan(table.games, match.commitment)
    over = [match.ending] if match.over else []
    return tuple(plain([began, *match.history(), *over]))


def _catch_up(table: Table, viewer: Viewer, link: Link | None, last: int) -> None:
    if link is None or not table.is_listening(viewer, link):
        return
    missed = viewer.feed.since(last)
    if missed is None:
        table.send_snapshot(viewer)
        return
    table.go_live(viewer)
    for frame in missed:
        link.send(frame)
