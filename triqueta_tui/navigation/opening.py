"""Opening a table: what has to be said of it, and why it may not come to that."""

from typing import Any

from protocol.events import OwnSeat
from protocol.requests import Substitute
from protocol.series import SeriesRule
from triqueta_tui.intents import HostTable


class SeatWaitsError(Exception):
    """A host has a seat on the own server already; nothing was opened."""

    def __init__(self, seat: OwnSeat, intent: HostTable) -> None:
        super().__init__(seat.table)
        self.seat = seat
        self.intent = intent


def unusual(
    substitute: Substitute | None, coach: bool | None, rated: bool | None, series: SeriesRule | None
) -> dict[str, Any]:
    """What is not as usual: an older server knows nothing of these, and need not as long as they are."""
    fields: dict[str, Any] = {}
    if substitute not in {None, "auto"}:
        fields["substitute"] = substitute
    if coach:
        fields["coach"] = True
    if rated:
        fields["rated"] = True
    if series is not None:
        fields["series"] = series
    return fields
