"""Who may come to a table: the host opens and closes it, and sends watchers away."""

from msgspec import UNSET, structs

from triqueta_protocol import requests
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.table_events import AccessChanged, StoppedWatching
from triqueta_server.tables.handlers import seating
from triqueta_server.tables.state.access import digest
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.table import Table


def lock(table: Table, player: Player, request: requests.Lock) -> None:
    """Change the password, or whether new players may enter. Nobody has to leave."""
    access = table.access
    if request.password is not UNSET:
        password = digest(request.password, table.code) if request.password else None
        access = structs.replace(access, password=password)
    if request.nobody_new is not UNSET:
        access = structs.replace(access, nobody_new=request.nobody_new)
    table.replace(access=access)
    _write(table, player)
    table.broadcast(AccessChanged(access.password is not None, access.nobody_new))


def kick_watcher(table: Table, player: Player, request: requests.KickWatcher) -> None:
    """Remove a watcher permanently, also as a player."""
    viewer = next(
        (one for one in table.viewers.values() if one.seat is None and one.player.name == request.name), None
    )
    if viewer is None:
        raise RefusalError(Code.NOT_A_WATCHER)
    seating.ban(table, viewer.player, player if request.address else None)
    table.write_player(viewer.player)  # unknown after a crash, they could come back
    _write(table, player, kicked=viewer.player)
    seating.send_away(table, viewer, Code.KICKED)
    table.broadcast(StoppedWatching(viewer.player.name, kicked=True))


def _write(table: Table, host: Player, kicked: Player | None = None) -> None:
    if table.match is not None and table.status == "playing":
        access = {
            "password": table.access.password,
            "nobody_new": table.access.nobody_new,
            "kicked": kicked.id if kicked else None,
        }
        table.write(table.match.host_entry(table.services.wall_time(), host.id, access))
