"""A table as people are told of it: the room for those at it, a line for those who look for a table."""

from typing import TYPE_CHECKING

from protocol.codec import plain
from protocol.errors import Code
from protocol.events import Away, Room, SeatInfo, TableLine
from server.tables.state.attendance import grace_left, is_attended

if TYPE_CHECKING:
    from server.tables.state.seat import Seat
    from server.tables.state.table import Table


def room_of(table: "Table") -> Room:
    seats = [seat.info() for seat in table.seats]
    if table.status == "waiting":
        seats += [SeatInfo()] * (table.rules.seats - len(seats))
    match = table.visible_match
    return Room(
        table=table.code,
        epoch=table.epoch,
        game=table.vocabulary.game,
        rules=table.rules,
        options=plain(table.options),
        seats=tuple(seats),
        host=table.host.id if table.host else None,
        watchers=tuple(viewer.player.name for viewer in table.viewers.values() if viewer.seat is None),
        status=table.status,
        games=table.games,
        locked=table.password is not None,
        seeded=table.seeded,
        paused=Code.PAUSED if table.paused else None,
        shuffle=match.public_shuffle if match else None,
        clocks=match.clock.reading(table.services.now()) if match and match.clock else None,
        nobody_new=table.nobody_new,
        invitation=table.invitation,
        coach=table.coached,
        substitute=table.substitute,
        away=tuple(
            _away(table, at, seat, seat.gone_since)
            for at, seat in enumerate(table.seats)
            if seat.owner is not None and seat.gone_since is not None
        ),
        practice=table.practice,
        undo=table.moves_kept is not None,
        rated=table.rated,
        rating_changes=match.rating_changes if match else (),
        finished=table.match.id if table.match and table.match.over else None,
        series=table.series.now(table.seats, playing=table.status != "over") if table.series else None,
    )


def _away(table: "Table", at: int, seat: "Seat", gone_since: float) -> Away:
    ends = table.substitute != "never" and is_attended(table) and seat.is_missed(table.status)
    return Away(
        seat=at,
        since=round((table.services.now() - gone_since) * 1000),
        left=round(grace_left(table, seat) * 1000) if ends else None,
    )


def lobby_line_of(table: "Table") -> TableLine | None:
    """The table as the lobby shows it; None if it is private or closed."""
    if table.rules.private or table.closed:
        return None
    return TableLine(
        table=table.code,
        game=table.vocabulary.game,
        host=table.host.name if table.host else "",
        players=tuple(seat.name for seat in table.seats),
        seats=table.rules.seats if table.status == "waiting" else len(table.seats),
        status=table.status,
        locked=table.password is not None,
        watchers=table.rules.watchers,
        nobody_new=table.nobody_new,
        rated=table.rated,
    )
