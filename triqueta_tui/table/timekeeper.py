"""Everything at a table that changes with time alone: clocks, and how long people have been away."""

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

from protocol.mirror import Mirror
from triqueta_tui.table.clock import ClockFace
from triqueta_tui.table.view_model import AnyView
from triqueta_tui.widgets.absences import Absences


class Timekeeper:
    """Ticks once a second while something counts down, and not at all otherwise."""

    def __init__(self, owner: Widget, tick: Callable[[], None]) -> None:
        self._owner = owner
        self._tick = tick
        self._timer: Timer | None = None
        self.clock = ClockFace()
        self.absences = Absences()

    def set(self, now: AnyView, mirror: Mirror) -> None:
        self.clock.set(now, (mirror.room.epoch, mirror.clocks_n))
        self.absences.set(mirror.room, (mirror.room.epoch, mirror.away_n))

    def update(self) -> None:
        """Start or stop the timer."""
        counting = self.clock.runs or self.absences.counting
        if counting and self._timer is None:
            self._timer = self._owner.set_interval(1.0, self._second)
        elif not counting and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _second(self) -> None:
        self._tick()
        self.update()
