"""Clocks and absences: all at a table that changes with time only."""

from collections.abc import Callable, Collection
from time import monotonic

from textual.timer import Timer
from textual.widget import Widget

from triqueta_protocol.events import Clocks
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import on_clock
from triqueta_tui.session.feed import TableFeed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.prompt import fitting
from triqueta_tui.widgets.absences import Absences


class ClockFace:
    """Counts down from the server's last reading; the server alone decides when time is up."""

    def __init__(self, time: Callable[[], float] = monotonic) -> None:
        self._time = time
        self._clocks: Clocks | None = None
        self._shown: int | None = None
        """The seat whose clock the status line shows, if one runs."""
        self._stands = False
        self._told: object = None
        self._told_at = 0.0

    @property
    def runs(self) -> bool:
        return self._shown is not None

    def set(self, now: AnyView, told: object) -> None:
        """Update from a view; show the viewer's clock if it runs, else the first that does.

        ``told`` identifies the reading: a view may be repeated (with chat) while its clocks run.
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
        """The running clock; empty if there is none."""
        return "" if self._shown is None else self.of(self._shown, brief=brief)

    def of(self, seat: int, *, brief: bool = False) -> str:
        """The clock of a seat: its turn, if running, and its reserve. Empty without clocks."""
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


class Timekeeper:
    """Ticks once a second while something counts down, and not at all otherwise."""

    def __init__(self, owner: Widget, tick: Callable[[], None]) -> None:
        self._owner = owner
        self._tick = tick
        self._timer: Timer | None = None
        self.clock = ClockFace()
        self.absences = Absences()

    def set(self, now: AnyView, feed: TableFeed) -> None:
        self.clock.set(now, feed.clocks_told)
        self.absences.set(feed.room, feed.away_told)

    def update(self) -> None:
        """Start or stop the timer."""
        counting = self.clock.runs or self.absences.counting
        if counting and self._timer is None:
            self._timer = self._owner.set_interval(1.0, self._second)
        elif not counting and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def absence_words(self, owing: Collection[int], key: str, cells: int) -> str:
        """The absent player the table waits for; else one whose stand-in bot decides."""
        absences = self.absences
        decided_for = [one for one in absences.all() if one.bot and one.seat in owing]
        one = next(iter(absences.missed() or decided_for), None)
        if one is None:
            return ""
        return fitting(cells, absences.words(one, key), absences.words(one, key, "brief"))

    def _second(self) -> None:
        self._tick()
        self.update()
