"""The base of widgets that are drawn cell by cell: only changed cells are repainted."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from triqueta_tui.widgets.canvas import Canvas, differences, one_per_line
from triqueta_tui.widgets.looks import LOOKS, Look


class Drawn(Widget):
    """A widget that draws itself on a canvas.

    After a change, ``redraw`` compares the new drawing with the screen, so that only the
    difference is sent and subclasses need not know what changed.
    """

    LOOKS: ClassVar[dict[str, Look]] = LOOKS

    _shown: Canvas | None = None
    _ground: Style
    """The widget's own style when it was last drawn."""
    _theme: Mapping[str, str]
    """The theme's colours when it was last drawn."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on a blank canvas of the widget's size."""
        raise NotImplementedError

    def style_of(self, name: str) -> Style:
        """The style of one of the widget's looks in the current theme."""
        return self.LOOKS[name].style(self.app.theme_variables)

    def redraw(self) -> None:
        if not self.size:
            return
        if not self.display:
            # It is drawn again when it is shown.
            self._shown = None
            return
        canvas = self._drawn()
        before, self._shown = self._shown, canvas
        if before is None or (before.width, before.height) != (canvas.width, canvas.height):
            self.paint()
        elif regions := list(differences(before, canvas)):
            self.paint(*regions)

    def paint(self, *regions: Region) -> None:
        """Repaint these regions; without any, all of it."""
        self.refresh(*one_per_line(regions))

    def render_line(self, y: int) -> Strip:
        return self.stretch(y, 0, self.size.width)

    def stretch(self, y: int, start: int, end: int) -> Strip:
        """A line between two columns."""
        if self._shown is None or Size(self._shown.width, self._shown.height) != self.size:
            self._shown = self._drawn()
        if y >= self._shown.height:
            return Strip.blank(end - start, self._ground)
        return self._shown.strip(y, start, end).apply_style(self._ground)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self._shown is not None and self._theme is not self.app.theme_variables:
            self.paint()
        self._shown = None

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def seams(self) -> Collection[int]:
        """The columns at which the widget is cut into separately painted pieces."""
        return ()

    def _drawn(self) -> Canvas:
        self._ground, self._theme = self.rich_style, self.app.theme_variables
        canvas = Canvas(*self.size, self.seams)
        self.draw(canvas)
        return canvas
