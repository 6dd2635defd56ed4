"""Coming back to a table's events after a lost link, and asking what happened before."""

from functools import partial
from typing import Any

from protocol import requests
from protocol.codec import plain
from protocol.errors import Code, Refusal
from protocol.happenings import GameBegan
from server.tables import seating
from server.tables.player import Link, Player
from server.tables.table import Table
from server.tables.viewer import Viewer


def resume(table: Table, player: Player, request: requests.Resume) -> None:
    """Give a viewer the events after the last one it has, or one fresh view."""
    viewer = table.viewers.get(player.id)
    if viewer is None:
        raise Refusal(Code.NOT_AT_TABLE)
    if request.epoch == table.epoch:
        table.outbox.say(partial(_catch_up, table, viewer, player.link, request.last))
    else:
        table.show(viewer)
    table.watch_over_emptiness()
    if viewer.seat is not None:
        seating.come_back(table, viewer.seat)


def history(table: Table, player: Player, _request: requests.History) -> tuple[Any, ...]:
    """The running or last game from its beginning."""
    if player.id not in table.viewers:
        raise Refusal(Code.NOT_AT_TABLE)
    if table.match is None:
        raise Refusal(Code.NO_GAME)
    match = table.match
    began = GameBegan(table.games, match.shuffle.commitment)
    over = [match.ending] if match.over else []
    return tuple(plain([began, *match.history(), *over]))


def _catch_up(table: Table, viewer: Viewer, link: Link | None, last: int) -> None:
    if link is None or not table.is_listening(viewer, link):
        return
    missed = viewer.feed.since(last)
    if missed is None:
        table.show(viewer)
        return
    viewer.live = True
    for frame in missed:
        link.send(frame)
