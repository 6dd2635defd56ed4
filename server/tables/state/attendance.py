"""Whether anybody is at a table's seats, and how long the others wait for somebody who is gone."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from server.tables.state.seat import Seat
    from server.tables.state.table import Table

_SLACK: Final = 0.001
"""A timer may fire a hair early."""


def is_attended(table: "Table") -> bool:
    return any(seat.present for seat in table.seats)


def note_attendance(table: "Table") -> None:
    """To be called before a player comes (back) to a seat."""
    if not is_attended(table):
        table.attended_since = table.services.now()


def grace_left(table: "Table", seat: "Seat") -> float:
    """How many seconds the others still have to wait for somebody who is gone."""
    assert seat.gone_since is not None
    since = max(seat.gone_since, table.attended_since)
    left = since + table.services.limits.grace - table.services.now()
    return left if left > _SLACK else 0.0
