"""Everything at a table that changes with time alone: clocks, and how long people have been away."""

from collections.abc import Callable, Collection

from textual.timer import Timer
from textual.widget import Widget

from protocol.mirror import Mirror
from triqueta_tui.table.clock import ClockFace
from triqueta_tui.table.prompt import fitting
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

    def absence_words(self, owing: Collection[int], key: str, cells: int) -> str:
        """Who is being waited for though away; else, who is away and has a bot, when the bot decides."""
        absences = self.absences
        decided_for = [one for one in absences.all() if one.bot and one.seat in owing]
        one = next(iter(absences.missed() or decided_for), None)
        if one is None:
            return ""
        return fitting(cells, absences.words(one, key), absences.words(one, key, "brief"))

    def _second(self) -> None:
        self._tick()
        self.update()
