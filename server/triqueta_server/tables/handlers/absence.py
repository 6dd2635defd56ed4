"""Absent players: after the grace time a bot plays for them, or their seat in the waiting room is freed."""

from functools import partial

from triqueta_protocol.table_events import GotUp
from triqueta_server.tables.handlers import host_role, playing, sleeping, substitution
from triqueta_server.tables.state.table import Table


def update(table: Table) -> None:
    """Substitute players whose grace time is over, and schedule the next check.

    Only while a player is present: otherwise bots would play among themselves.
    """
    table.absence_alarm.cancel()
    automatic = table.settings.substitute == "auto"
    stands_still = table.closed or table.services.stalled or table.asleep is not None
    if stands_still or not automatic or not table.presence.attended:
        return
    for at in reversed(range(len(table.seats))):  # those behind a freed seat move up
        seat = table.seats[at]
        if seat.is_missed(table.status) and not seat.kept and table.grace_left(seat) == 0:
            substitute_absent(table, at)
    missed = [seat for seat in table.seats if seat.is_missed(table.status) and not seat.kept]
    waits = [table.grace_left(seat) for seat in missed]
    if waits:
        table.absence_alarm.set(min(waits), table.guarded(partial(update, table)))


def substitute_absent(table: Table, at: int) -> None:
    if table.status == "playing":
        substitution.let_bot_play(table, at, "gone")
        playing.advance(table)
    else:
        _free(table, at)


def deserted(table: Table) -> bool:
    """Put a game without viewers to sleep; returns whether bots play it to the end instead.

    Bots end a rated game: a player who is not back by its end has lost.
    """
    if table.status != "playing" or table.services.stalled or table.asleep is not None:
        return False
    if not table.settings.rated:
        sleeping.fall_asleep(table)
        return False
    gone = [at for at, seat in enumerate(table.seats) if seat.bot is None]
    for at in gone:
        substitution.let_bot_play(table, at, "gone")
    playing.advance(table)
    return bool(gone)


def _free(table: Table, at: int) -> None:
    seat = table.seats[at]
    assert seat.owner is not None
    viewer = table.viewers.get(seat.owner.id)
    if viewer is not None:
        table.remove_viewer(viewer)
    table.replace(presence=table.presence.remove(at))
    table.broadcast(GotUp(at, seat.name, gone=True), *host_role.hand_over(table, seat.owner))
