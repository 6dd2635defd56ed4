"""People who are gone: after the grace time a bot plays for them, or their seat before the game is freed."""

from functools import partial

from protocol.happenings import GotUp
from server.tables.handlers import host_role, playing, substitution
from server.tables.state.attendance import grace_left, is_attended
from server.tables.state.table import Table


def update(table: Table) -> None:
    """Do without everybody who was waited for long enough, and look again when the next one was.

    Only for people who are there: without them nobody waits, and bots would play among themselves.
    """
    if table.absence_timer is not None:
        table.absence_timer.cancel()
        table.absence_timer = None
    if table.closed or table.services.stalled or table.substitute != "auto" or not is_attended(table):
        return
    for at in reversed(range(len(table.seats))):  # those behind a freed seat move up
        if table.seats[at].is_missed(table.status) and grace_left(table, table.seats[at]) == 0:
            do_without(table, at)
    waits = [grace_left(table, seat) for seat in table.seats if seat.is_missed(table.status)]
    if waits:
        look_again = table.guarded(partial(update, table))
        table.absence_timer = table.services.call_later(min(waits), look_again)


def do_without(table: Table, at: int) -> None:
    if table.status == "playing":
        substitution.let_bot_play(table, at, "gone")
        playing.advance(table)
    else:
        _free(table, at)


def _free(table: Table, at: int) -> None:
    seat = table.seats.pop(at)
    assert seat.owner is not None
    viewer = table.viewers.get(seat.owner.id)
    if viewer is not None:
        table.remove_viewer(viewer)
    table.update_viewer_seats()
    table.broadcast(GotUp(at, seat.name, gone=True), *host_role.hand_over(table, seat.owner))
