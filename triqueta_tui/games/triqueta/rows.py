"""The rows: their tokens, who took which, and what each would do to the own score."""

from collections import Counter
from dataclasses import dataclass

from textual import events
from textual.geometry import Offset
from textual.message import Message

from protocol.games.triqueta import Change, Mine, Public
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token_drawing import (
    LETTER_CELLS,
    Inks,
    draw_letters,
    draw_picture,
    inks,
    letters,
)
from triqueta_tui.locale import say
from triqueta_tui.table.numbers import signed
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_LABEL = 5
_TOTAL = 6
_WORDS_FROM = 60
"""From this width on a row says whose points these are."""


@dataclass(frozen=True)
class Landed:
    """What has just happened in a row: an animal was laid there, or (None) the row was taken."""

    row: int
    animal: int | None


class Rows(Board, can_focus=True):
    """The animal rows, numbered from one; a click on one chooses it."""

    PANES = 8

    @dataclass
    class Pressed(Message):
        row: int

    def __init__(self, *, pictures: bool = True) -> None:
        super().__init__(id="rows")
        self.pictures = pictures
        self._public: Public | None = None
        self._mine: Mine | None = None
        self._names: tuple[str, ...] = ()
        self._seat: int | None = None
        self._kinds: list[tuple[int, ...]] = []
        """Per row its animals in the order in which they came, so that a new one moves none aside."""
        self.cursor: int | None = None
        self.armed: int | None = None
        """The row that a second press would take."""
        self.ghost: int | None = None
        """The drawn animal, shown where it would go."""
        self.landed: Landed | None = None

    def show(self, public: Public, mine: Mine | None, names: tuple[str, ...], seat: int | None) -> None:
        self._public, self._mine, self._names, self._seat = public, mine, names, seat
        self._kinds = [
            _in_order_of_arrival(self._kinds[row] if row < len(self._kinds) else (), animals)
            for row, animals in enumerate(public.rows)
        ]
        self.redraw()

    def recall(self, kinds: list[tuple[int, ...]]) -> None:
        """Lay the animals in the order in which they came, for somebody who was not there to see it."""
        self._kinds = kinds

    def on_click(self, event: events.Click) -> None:
        row = (event.screen_y - self.content_region.y) // self._pitch()
        if self._public is not None and 0 <= row < len(self._public.rows):
            self.post_message(self.Pressed(row))

    def draw(self, canvas: Canvas) -> None:
        if self._public is None:
            return
        for row in range(len(self._public.rows)):
            self._draw_row(canvas, row)

    def _pitch(self) -> int:
        count = len(self._public.rows) if self._public else 1
        return max(1, self.size.height // count)

    def _draw_row(self, canvas: Canvas, row: int) -> None:
        public, pitch = self._public, self._pitch()
        assert public is not None
        top = row * pitch
        middle = top + (0 if pitch < 4 else (_lines(pitch) - 1) // 2)
        if row % 2 == 0:
            canvas.ground(top, pitch, self.style_of("band"))
        taker = public.takers[row]
        self._draw_label(canvas, row, middle, taken=taker is not None)
        if taker is not None:
            own = taker == self._seat
            words = (
                say("triqueta.table.row.yours")
                if own
                else say("triqueta.table.row.taken", name=self._names[taker])
            )
            fresh = self.landed == Landed(row, None)
            canvas.write(
                _LABEL, middle, words, self.style_of("cursor" if fresh else "mark" if own else "dim")
            )
            return
        counts = Counter(public.rows[row])
        groups = [(animal, counts[animal]) for animal in self._kinds[row]]
        worth = self._mine.worth[row] if self._mine is not None else None
        x = self._draw_groups(
            canvas, top, groups, {one.animal: one for one in worth.split} if worth else {}, row
        )
        if not groups:
            x = canvas.write(_LABEL, middle, say("triqueta.table.row.empty"), self.style_of("faint")) + 1
        if self.ghost is not None and row == self.cursor:
            canvas.write(x, middle, f"<{letters(self.ghost)}>", self.style_of("mark"))
        if worth is not None:
            kind = "good" if worth.points > 0 else "bad" if worth.points < 0 else "dim"
            canvas.write_right(canvas.width - 1, middle, signed(worth.points), self.style_of(kind))
            if canvas.width >= _WORDS_FROM:
                canvas.write_right(
                    canvas.width - _TOTAL + 1, middle, say("triqueta.table.row.you"), self.style_of("dim")
                )

    def _draw_label(self, canvas: Canvas, row: int, y: int, *, taken: bool) -> None:
        if row == self.armed:
            canvas.write(0, y, f"❯ {row + 1} ", self.style_of("cursor"))
        elif row == self.cursor:
            canvas.write(0, y, f"❯ {row + 1}", self.style_of("mark"))
        else:
            canvas.write(0, y, f"  {row + 1}", self.style_of("faint" if taken else "strong"))

    def _draw_groups(
        self,
        canvas: Canvas,
        top: int,
        groups: list[tuple[int, int]],
        changes: dict[int, Change],
        row: int,
    ) -> int:
        pitch, colours = self._pitch(), inks(self.app)
        room = canvas.width - _LABEL - _TOTAL - (4 if canvas.width >= _WORDS_FROM else 0)
        size = self._picture_size(pitch, len(groups), room)
        # A row that has to use smaller pictures than its neighbours keeps them in the middle of its height.
        top += max(0, (_lines(pitch) - (size.lines if size else min(pitch, 2))) // 2)
        x = _LABEL
        for animal, count in groups:
            change = changes.get(animal)
            fresh = self.landed == Landed(row, animal)
            x = self._draw_group(canvas, x, top, animal, count, change, size, colours, fresh=fresh)
        return x

    def _draw_group(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        animal: int,
        count: int,
        change: Change | None,
        size: Size | None,
        colours: Inks,
        *,
        fresh: bool,
    ) -> int:
        kind = "dim" if change is None or change.points == 0 else "good" if change.points > 0 else "bad"
        times = self.style_of("cursor" if fresh else "strong")
        if size is None:
            draw_letters(canvas, x, y, animal, colours)
            if self._pitch() == 1:
                end = canvas.write(x + LETTER_CELLS, y, f"{count}", times)
                return end + 1
            canvas.write(x + LETTER_CELLS + 1, y, f"x{count}", times)
            if change is not None:
                canvas.write(x, y + 1, f"{signed(change.points):^{LETTER_CELLS}}", self.style_of(kind))
            return x + LETTER_CELLS + 5
        draw_picture(canvas, x, y, animal, size, colours)
        text = x + size.cells + 1
        lines = [(f"x{count}", times)]
        if change is not None:
            if size is not Size.SMALL:
                lines.append((f"{change.before}›{change.after}", self.style_of("dim")))
            lines.append((signed(change.points), self.style_of(kind)))
        first = y + (size.lines - len(lines)) // 2
        for offset, (words, style) in enumerate(lines):
            canvas.write(text, first + offset, words, style)
        return x + _group_cells(size)

    def _picture_size(self, pitch: int, groups: int, room: int) -> Size | None:
        """The largest pictures that fit a row of so many kinds; None for letters."""
        if not self.pictures:
            return None
        for size in (Size.LARGE, Size.MEDIUM, Size.SMALL):
            if size.lines <= pitch and groups * _group_cells(size) <= room:
                return size
        return None

    def spot_of(self, row: int) -> Offset:
        """The position of a row on the screen, for tests that click it."""
        return self.content_region.offset + Offset(_LABEL, row * self._pitch())


def _in_order_of_arrival(before: tuple[int, ...], animals: tuple[int, ...]) -> tuple[int, ...]:
    there = dict.fromkeys(animals)
    return tuple(dict.fromkeys([*(animal for animal in before if animal in there), *there]))


def _lines(pitch: int) -> int:
    """The lines of a row that are drawn on; a high row keeps the last one free."""
    return pitch if pitch in {1, 2, 4} else pitch - 1


def _group_cells(size: Size) -> int:
    return size.cells + (4 if size is Size.SMALL else 6)
