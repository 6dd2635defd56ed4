"""Why a table is not opened."""

from triqueta_protocol.events import OwnSeat
from triqueta_tui.session.intents import HostTable


class SeatWaitsError(Exception):
    """The host already has a seat on this server; nothing was opened."""

    def __init__(self, seat: OwnSeat, intent: HostTable) -> None:
        super().__init__(seat.table)
        self.seat = seat
        self.intent = intent
