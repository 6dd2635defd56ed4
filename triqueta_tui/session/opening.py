"""Why a table is not opened."""

from triqueta_protocol.events import OwnSeat
from triqueta_tui.session.intents import HostTable
from triqueta_tui.session.own_tables import UnseenResult


class SeatWaitsError(Exception):
    """The host already has a seat on this server; nothing was opened."""

    def __init__(self, seat: OwnSeat, intent: HostTable) -> None:
        super().__init__(seat.table)
        self.seat = seat
        self.intent = intent


class GameEndedError(Exception):
    """The game to go back to has ended while its player was away."""

    def __init__(self, result: UnseenResult) -> None:
        super().__init__(result.id)
        self.result = result
