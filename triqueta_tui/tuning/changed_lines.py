"""Sends only what the terminal does not show yet of a frame.

Textual draws a whole frame whenever a screen is opened, closed or arranged again, and often several before
all widgets have found their places. Most of it is the same each time.
"""

from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.control import Control
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen
from textual.strip import Strip

from triqueta_tui.printable import rendered

Pieces = dict[int, str | None]
"""A line of the terminal, cut at the edges of widgets: by column what is shown, None if that is not known."""


class ShownLines:
    def __init__(self) -> None:
        self._lines: dict[int, Pieces] = {}

    def clear(self) -> None:
        self._lines.clear()

    def line(self, y: int, columns: Iterable[int]) -> Pieces:
        """What is known of a line that is cut at these columns; to be kept up to date."""
        pieces = self._lines.get(y)
        if pieces is None or pieces.keys() != set(columns):
            pieces = self._lines[y] = dict.fromkeys(columns)
        return pieces

    def show(self, y: int, strips: Iterable[Strip], console: Console) -> list[str]:
        """What to send for the terminal to show a whole line: nothing, or all of it."""
        before, pieces = self._lines.get(y, {}), dict[int, str | None]()
        line, x = "", 0
        for strip in strips:
            pieces[x] = text = rendered(strip, console)
            line += text
            x += strip.cell_length
        self._lines[y] = pieces
        known = "".join(text for text in before.values() if text is not None)
        if known == line and None not in before.values():
            return []
        return [f"{Control.move_to(0, y)}{line}"]


class ChangedLines:
    """Replaces the frames that an app displays."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._shown = ShownLines()
        display = app._display

        def display_changes(screen: Screen[object], renderable: RenderableType | None) -> None:
            display(screen, self._changes(renderable))

        app._display = display_changes  # type: ignore[method-assign]

    def on_resize(self, event: events.Resize) -> None:
        """The terminal may show anything. A stopped program that continues is sent its size again."""
        self._shown.clear()
        if event.size == self._app.screen.size:
            self._app.screen.refresh()

    def forget(self) -> None:
        self._shown.clear()

    def _changes(self, renderable: RenderableType | None) -> RenderableType | None:
        match renderable:
            case LayoutUpdate():
                return WholeFrame(renderable, self._shown)
            case ChopsUpdate():
                return PartOfFrame(renderable, self._shown)
        return renderable


class WholeFrame(LayoutUpdate):
    def __init__(self, frame: LayoutUpdate, shown: ShownLines) -> None:
        super().__init__(frame.strips, frame.region)
        self._shown = shown

    def render_segments(self, console: Console) -> str:
        """Called when the frame is sent; not all are."""
        changed = [self._shown.show(y, strips, console) for y, strips in enumerate(self.strips)]
        return "\n".join(line for lines in changed for line in lines)


class PartOfFrame(ChopsUpdate):
    def __init__(self, frame: ChopsUpdate, shown: ShownLines) -> None:
        super().__init__(frame.chops, frame.spans, frame.chop_ends)
        self._shown = shown

    def render_segments(self, console: Console) -> str:
        """Called when the frame is sent; not all are."""
        spans = ("".join(self._changed(*span, console)) for span in self.spans)
        return "\n".join(filter(None, spans))

    def _changed(self, y: int, left: int, right: int, console: Console) -> Iterable[str]:
        """The pieces to send of a line between two columns. A piece is sent from its left edge on."""
        shown = self._shown.line(y, self.chops[y])
        for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=True):
            if strip is None or x >= right or end <= left:
                continue
            whole = left <= x and end <= right
            text = rendered(strip if whole else strip.crop(0, min(end, right) - x), console)
            if not whole or shown[x] != text:
                shown[x] = text if whole else None
                yield f"{Control.move_to(x, y)}{text}"
