"""A canvas of terminal cells to draw on, and the regions in which two canvases differ."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

_NEAR: Final = 6
"""Changed cells this close together are painted as one region: cursor movements also cost bytes."""

PLAIN: Final = Style.null()
"""The widget's own style."""

_BLANK: Final = (" ", PLAIN)
_COVERED: Final = ""
"""The text of a cell covered by a wide character on its left."""

Cell = tuple[str, Style]


class Canvas:
    __slots__ = ("_find_seams", "_seams", "cells", "grounds", "height", "width")

    def __init__(self, width: int, height: int, seams: Callable[[], Collection[int]] = tuple) -> None:
        """``seams`` returns the columns at which it is cut: no wide character crosses them."""
        self.width = width
        self.height = height
        self._find_seams = seams
        self._seams: Collection[int] | None = None
        self.cells: list[list[Cell]] = [[_BLANK] * width for _ in range(height)]
        self.grounds: list[Style] = [PLAIN] * height
        """By line: the background style."""

    def write(self, x: int, y: int, text: str, style: Style = PLAIN, *, limit: int | None = None) -> int:
        """Write text on a line and return the column after it; cut at the edge, and at ``limit`` cells.

        A wide character that would cross a seam moves one cell to the right.
        """
        end = self.width if limit is None else min(self.width, x + limit)
        if not 0 <= y < self.height:
            return min(end, x + cell_len(text))
        line = self.cells[y]
        if x >= 0 and text.isascii() and text.isprintable():
            fitting = text[: max(0, end - x)]
            line[x : x + len(fitting)] = [(letter, style) for letter in fitting]
            return x + len(fitting)
        for letter in text:
            wide = cell_len(letter)
            if wide == 0:
                if 0 < x <= end:
                    _join_mark(line, x, letter)
                continue
            if wide == 2 and 0 <= x < end and self._is_seam(x + 1):
                line[x] = (" ", style)
                x += 1
            if x + wide > end:
                break
            if x >= 0:
                line[x] = (letter, style)
                if wide == 2:
                    line[x + 1] = (_COVERED, style)
            x += wide
        return x

    def is_whole(self, x: int, text: str) -> bool:
        """Whether no wide character of the text would cross a seam."""
        for letter in text:
            wide = cell_len(letter)
            if wide == 2 and self._is_seam(x + 1):
                return False
            x += wide
        return True

    def _is_seam(self, x: int) -> bool:
        if self._seams is None:
            self._seams = self._find_seams()
        return x in self._seams

    def write_right(self, right: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Write text that ends before column ``right`` and return its first column."""
        start = right - cell_len(text)
        self.write(start, y, text, style)
        return start

    def put(self, x: int, y: int, cell: Cell) -> None:
        """Set one narrow cell; does nothing outside the canvas."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self.cells[y][x] = cell

    def ground(self, y: int, lines: int, style: Style) -> None:
        """Set the background of lines."""
        for line in range(max(0, y), min(self.height, y + lines)):
            self.grounds[line] = style

    def strip(self, y: int, start: int = 0, end: int | None = None) -> Strip:
        """A line for Textual, or a part of it, with cells of the same style joined."""
        cells = self.cells[y] if end is None else self.cells[y][start:end]
        segments: list[Segment] = []
        texts: list[str] = []
        current: Style | None = None
        for text, style in cells:
            if style is not current and style != current:
                if texts and current is not None:
                    segments.append(Segment("".join(texts), current))
                texts, current = [], style
            texts.append(text)
        if texts and current is not None:
            segments.append(Segment("".join(texts), current))
        strip = Strip(segments, len(cells))
        return strip.apply_style(self.grounds[y]) if self.grounds[y] else strip


def differences(old: Canvas, new: Canvas) -> Iterator[Region]:
    """The smallest regions to repaint from one canvas to another of the same size."""
    for y, (before, after) in enumerate(zip(old.cells, new.cells, strict=True)):
        if old.grounds[y] != new.grounds[y]:
            yield Region(0, y, new.width, 1)
            continue
        if before == after:
            continue
        start = end = -1
        for x, (was, now) in enumerate(zip(before, after, strict=True)):
            if was == now:
                continue
            if start >= 0 and x - end > _NEAR:
                yield _span(before, after, start, end, y)
                start = -1
            if start < 0:
                start = x
            end = x + 1
        yield _span(before, after, start, end, y)


def one_per_line(regions: Iterable[Region]) -> list[Region]:
    """Join the changed regions of each line.

    Textual sends a line from the left edge of its widget to the end of each region.
    """
    lines: dict[int, Region] = {}
    for region in regions:
        lines[region.y] = lines[region.y].union(region) if region.y in lines else region
    return list(lines.values())


def _span(before: list[Cell], after: list[Cell], start: int, end: int, y: int) -> Region:
    """A changed region, widened to whole characters."""
    while start > 0 and _COVERED in (before[start][0], after[start][0]):
        start -= 1
    while end < len(after) and _COVERED in (before[end][0], after[end][0]):
        end += 1
    return Region(start, y, end - start, 1)


def _join_mark(line: list[Cell], x: int, mark: str) -> None:
    """Append a combining mark to the character before it."""
    at = x - 1
    while at > 0 and line[at][0] == _COVERED:
        at -= 1
    text, style = line[at]
    line[at] = (text + mark, style)
