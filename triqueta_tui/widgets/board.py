"""The base of everything that is drawn cell by cell: it paints anew only the cells that changed."""

from typing import ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from triqueta_tui.widgets.canvas import Canvas, differences


class Board(Widget):
    """A widget that draws itself on a canvas.

    ``redraw`` after a change compares the new drawing with what is on the screen, so that a slow line carries
    only the difference and no board needs to know what changed.
    """

    DEFAULT_CSS = """
    Board { color: $foreground; }
    Board > .board--dim { color: $muted; text-style: $dim-style; }
    Board > .board--faint { color: $faint; text-style: $dim-style; }
    Board > .board--band { background: $band; }
    Board > .board--strong { text-style: bold; }
    Board > .board--good { color: $points-up; text-style: bold; }
    Board > .board--bad { color: $points-down; text-style: bold; }
    Board > .board--cursor { background: $my-turn; color: $my-turn-text; text-style: $cursor-style; }
    Board > .board--mark { color: $my-turn; text-style: $mark-style; }
    Board > .board--stone { color: $stone; }
    Board > .board--stone-shade { color: $stone-shade; }
    Board > .board--leaf { color: $leaf; text-style: bold; }
    Board > .board--trunk { color: $trunk; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--dim",
        "board--faint",
        "board--band",
        "board--strong",
        "board--good",
        "board--bad",
        "board--cursor",
        "board--mark",
        "board--stone",
        "board--stone-shade",
        "board--leaf",
        "board--trunk",
    }

    _shown: Canvas | None = None

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on a blank canvas of the size of the widget."""
        raise NotImplementedError

    def style_of(self, name: str) -> Style:
        """One of the board's styles, without a background of its own unless it means one."""
        return self.get_component_rich_style(f"board--{name}", partial=True)

    def redraw(self) -> None:
        """Draw again and paint what differs."""
        if not self.size:
            return
        canvas = self._drawn()
        before, self._shown = self._shown, canvas
        if before is None or (before.width, before.height) != (canvas.width, canvas.height):
            self.refresh()
        elif regions := list(differences(before, canvas)):
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """A line of the drawing."""
        if self._shown is None or Size(self._shown.width, self._shown.height) != self.size:
            self._shown = self._drawn()
        if y >= self._shown.height:
            return Strip.blank(self.size.width, self.rich_style)
        return self._shown.strip(y).apply_style(self.rich_style)

    def notify_style_update(self) -> None:
        """Draw with the new colours."""
        super().notify_style_update()
        self._shown = None

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        self.redraw()

    def _drawn(self) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height)
        self.draw(canvas)
        return canvas
