"""The clocks of a table: what is left to each player of this decision's own time and of the reserve."""

from collections.abc import Callable
from time import monotonic

from protocol.events import Clocks
from triqueta_tui.locale import say
from triqueta_tui.table.view_model import AnyView
from triqueta_tui.widgets.durations import on_clock


class ClockFace:
    """Counts down from the server's last reading; the server alone decides when time is up."""

    def __init__(self, time: Callable[[], float] = monotonic) -> None:
        self._time = time
        self._clocks: Clocks | None = None
        self._shown: int | None = None
        """The seat whose clock the top line shows, if one runs."""
        self._stands = False
        self._told: object = None
        self._told_at = 0.0

    @property
    def runs(self) -> bool:
        return self._shown is not None

    def set(self, now: AnyView, told: object) -> None:
        """Take the clocks of a view; shown is the viewer's own if it runs, else the first that does.

        ``told`` identifies the reading: a view may come again, with chat for one, while its clocks run on.
        """
        if told != self._told:
            self._told, self._told_at = told, self._time()
        self._clocks, self._shown = now.room.clocks, None
        self._stands = now.room.paused is not None
        owing = now.public.owing
        if self._clocks is None or not owing or self._stands:
            return
        seat = now.seat if now.seat is not None and now.my_turn else owing[0]
        if self._clocks.turn[seat] is not None:
            self._shown = seat

    def words(self, *, brief: bool = False) -> str:
        """The clock that runs; empty if none does."""
        return "" if self._shown is None else self.of(self._shown, brief=brief)

    def of(self, seat: int, *, brief: bool = False) -> str:
        """The clock of a seat: its turn, if that runs, and its reserve. Empty without clocks."""
        if self._clocks is None or seat >= len(self._clocks.bank):
            return ""
        turn, bank = self._clocks.turn[seat], self._clocks.bank[seat] / 1000
        if turn is None:
            return on_clock(bank) if brief else say("table.clock.reserve", reserve=on_clock(bank))
        left = turn / 1000 - (0.0 if self._stands else self._time() - self._told_at)
        reserve = on_clock(bank + min(0.0, left))
        if brief:
            return f"{on_clock(left)}+{reserve}"
        return say("table.clock.both", turn=on_clock(left), reserve=reserve)
