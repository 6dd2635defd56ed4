"""Who is host: the first to sit down, then whoever is there when the host leaves or stays away."""

from functools import partial

from protocol.happenings import Happening, HostChanged
from server.tables.player import Player
from server.tables.table import Table


def pass_on(table: Table, leaver: Player) -> list[Happening]:
    """If the host leaves, the next one who is there takes over, or else whoever may come back."""
    if table.host is not leaver:
        return []
    seats = [seat for seat in table.seats if seat.owner and seat.owner is not leaver and not seat.left]
    heirs = [seat.owner for seat in seats if seat.present] or [seat.owner for seat in seats]
    return _appoint(table, next(iter(heirs), None))


def welcome_back(table: Table, player: Player) -> None:
    """A table that everybody had left has a host again; one whose host stays away may get another."""
    if table.host is None:
        table.tell(*_appoint(table, player))
    else:
        watch_over(table)


def watch_over(table: Table) -> None:
    """See to it that a host who stays away for long is replaced by somebody who is there."""
    at = table.seat_of(table.host) if table.host else None
    gone_since = None if at is None else table.seats[at].gone_since
    if table.host is None or gone_since is None:
        return
    left = gone_since + table.house.limits.grace - table.house.now()
    replace = partial(_replace, table, table.host, gone_since)
    if left > 0:
        table.house.later(left, table.guarded(replace))
    else:
        replace()


def _replace(table: Table, host: Player, gone_since: float) -> None:
    at = table.seat_of(host)
    if table.host is not host or at is None or table.seats[at].gone_since != gone_since:
        return
    if any(seat.present for seat in table.seats):
        table.tell(*pass_on(table, host))


def _appoint(table: Table, host: Player | None) -> list[Happening]:
    table.host = host
    if table.match is not None and table.status == "playing":
        table.write(table.match.host_entry(table.house.wall(), host.id if host else None))
    return [HostChanged(host.name)] if host else []
