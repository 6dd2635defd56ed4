"""The clock of the player on the move, for tables that have clocks."""

from collections.abc import Callable
from time import monotonic

from triqueta_tui.table.view_model import AnyView


class ClockFace:
    """Counts down from the server's last reading; the server alone decides when time is up."""

    def __init__(self, time: Callable[[], float] = monotonic) -> None:
        self._time = time
        self._ends: float | None = None
        self._told: object = None
        self._told_at = 0.0

    @property
    def runs(self) -> bool:
        return self._ends is not None

    def set(self, now: AnyView, told: object) -> None:
        """Take the clock to show from a view: the viewer's own if it runs, else the first that does.

        ``told`` identifies the reading: a view may come again, with chat for one, while its clocks run on.
        """
        if told != self._told:
            self._told, self._told_at = told, self._time()
        self._ends = None
        clocks, owing = now.room.clocks, now.public.owing
        if clocks is None or not owing or now.room.paused is not None:
            return
        seat = now.seat if now.seat is not None and now.my_turn else owing[0]
        turn = clocks.turn[seat]
        if turn is not None:
            self._ends = self._told_at + (turn + clocks.bank[seat]) / 1000

    def words(self) -> str:
        """Minutes and seconds left; empty if no clock runs."""
        if self._ends is None:
            return ""
        left = max(0, round(self._ends - self._time()))
        return f"{left // 60}:{left % 60:02}"
