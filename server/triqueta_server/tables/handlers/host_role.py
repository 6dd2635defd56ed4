"""The host role: the first player to sit down, then one who is present when the host leaves or stays away."""

from functools import partial

from triqueta_protocol.table_events import HostChanged, TableEvent
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.table import Table


def hand_over(table: Table, leaver: Player) -> list[TableEvent]:
    """If the host leaves, appoint a present player, or else one who may come back."""
    if table.host is not leaver:
        return []
    others = [seat for seat in table.seats if seat.owner is not leaver and not seat.left]
    heirs = [seat.owner for seat in others if seat.present and seat.owner is not None]
    heirs = heirs or [seat.owner for seat in others if seat.owner is not None]
    # A program is host only if there is no person.
    return _appoint(table, min(heirs, key=lambda one: one.bot, default=None))


def player_returned(table: Table, player: Player) -> None:
    """Make a returned player host of a table without one, or replace a host who is still absent."""
    if table.host is None:
        table.broadcast(*_appoint(table, player))
    else:
        replace_if_absent(table)


def replace_if_absent(table: Table) -> None:
    """Appoint another host once the present one has been absent for the grace time."""
    at = table.seat_of(table.host) if table.host else None
    gone_since = None if at is None else table.seats[at].gone_since
    if table.host is None or gone_since is None:
        return
    left = gone_since + table.services.limits.grace - table.services.now()
    replace = partial(_replace, table, table.host, gone_since)
    if left > 0:
        table.services.call_later(left, table.guarded(replace))
    else:
        replace()


def _replace(table: Table, host: Player, gone_since: float) -> None:
    at = table.seat_of(host)
    if table.host is not host or at is None or table.seats[at].gone_since != gone_since:
        return
    if any(seat.present for seat in table.seats):
        table.broadcast(*hand_over(table, host))


def _appoint(table: Table, host: Player | None) -> list[TableEvent]:
    table.replace(presence=table.presence.with_host(host))
    if table.match is not None and table.status == "playing":
        table.write(table.match.host_entry(table.services.wall_time(), host.id if host else None))
    return [HostChanged(host.name)] if host else []
