"""Who may come to a table: the host closes and opens its door, and sends watchers away."""

from msgspec import UNSET

from protocol import requests
from protocol.errors import Code, Refusal
from protocol.happenings import DoorChanged, StoppedWatching
from server.tables.handlers import seating
from server.tables.passwords import digest
from server.tables.state.player import Player
from server.tables.state.table import Table


def lock(table: Table, player: Player, request: requests.Lock) -> None:
    """Change the password, or whether anybody new may come. Who is there stays."""
    table.require_host(player)
    table.require_store()
    if request.password is not UNSET:
        table.password = digest(request.password, table.code) if request.password else None
    if request.nobody_new is not UNSET:
        table.nobody_new = request.nobody_new
    _write(table, player)
    table.broadcast(DoorChanged(table.password is not None, table.nobody_new))


def kick_watcher(table: Table, player: Player, request: requests.KickWatcher) -> None:
    """Remove a watcher for good, also as a player."""
    table.require_host(player)
    viewer = next(
        (one for one in table.viewers.values() if one.seat is None and one.player.name == request.name), None
    )
    if viewer is None:
        raise Refusal(Code.NOT_A_WATCHER)
    table.require_store()
    seating.ban(table, viewer.player, by=player)
    table.write_player(viewer.player)  # who is not recognised after a crash could come back
    _write(table, player, kicked=viewer.player)
    seating.send_away(table, viewer, Code.KICKED)
    table.broadcast(StoppedWatching(viewer.player.name, kicked=True))


def _write(table: Table, host: Player, kicked: Player | None = None) -> None:
    if table.match is not None and table.status == "playing":
        door = {
            "password": table.password,
            "nobody_new": table.nobody_new,
            "kicked": kicked.id if kicked else None,
        }
        table.write(table.match.host_entry(table.services.wall_time(), host.id, door))
