"""The filters above the finished games. A click on one changes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.message import Message

from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.prose import shortened


@dataclass(frozen=True)
class Filter:
    name: str
    key: str
    label: str
    value: str
    active: bool


_WIDE: Final = 60
"""From this width on there is room for labels."""


class FilterBar(Drawn):
    DEFAULT_CSS = "FilterBar { height: 1; }"

    @dataclass
    class Picked(Message):
        name: str

    def __init__(self) -> None:
        super().__init__(id="filters")
        self._filters: tuple[Filter, ...] = ()
        self._spots: list[tuple[int, int, str]] = []

    def show(self, filters: Sequence[Filter]) -> None:
        self._filters = tuple(filters)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Key, label and value; on a narrow screen without the label."""
        self._spots = []
        narrow = canvas.width < _WIDE
        x = 1 if narrow else 2
        room = canvas.width // max(1, len(self._filters))
        for one in self._filters:
            start = x
            x = canvas.write(x, 0, f"{one.key} ", self.style_of("mark"))
            if not narrow:
                x = canvas.write(x, 0, f"{one.label} ", self.style_of("dim"))
            arrow = self.style_of("mark" if one.active else "faint")
            x = canvas.write(x, 0, "‹ ", arrow)
            words = shortened(one.value, max(1, start + room - x - 4))
            x = canvas.write(x, 0, words, self.style_of("mark" if one.active else "strong"))
            x = canvas.write(x, 0, " ›", arrow)
            self._spots.append((start, x, one.name))
            x += 1 if narrow else 3

    def on_click(self, event: events.Click) -> None:
        found = next((name for start, end, name in self._spots if start <= event.x < end), None)
        if found is not None:
            self.post_message(self.Picked(found))
