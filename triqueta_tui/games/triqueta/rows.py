"""The rows: six slots each, who took them, and what each row does to the scores."""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import Struct
from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.message import Message

from triqueta_protocol.games.triqueta import KINDS, Change, Mine, Placed, Public, Took
from triqueta_tui.games.triqueta.layout import LABEL, RowForm, Slots, row_form
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token_drawing import (
    LETTER_CELLS,
    Inks,
    draw_letters,
    draw_picture,
    draw_silhouette,
    draw_slot,
    inks,
)
from triqueta_tui.games.triqueta.token_words import letters
from triqueta_tui.games.triqueta.view import Values, View, values_of
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.table.numbers import SeatValue
from triqueta_tui.table.seat_values import Block, draw_values, points_style
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.looks import Look
from triqueta_tui.widgets.pieces import FLAT
from triqueta_tui.widgets.players import SIGNS, look

_NUMBER = 2


class Rows(Board):
    """The animal rows, numbered from one; a click on one chooses it."""

    LOOKS = Board.LOOKS | {"lit": Look(ground="panel"), "shelf": Look("shelf")}
    PANES = KINDS + 2

    @dataclass
    class Pressed(Message):
        row: int

    def __init__(self, *, pictures: bool = True) -> None:
        super().__init__(id="rows")
        self.pictures = pictures
        self.lights = True
        """Whether the selected row has a background and a taken one shadows; off on slow lines."""
        self._public: Public | None = None
        self._mine: Mine | None = None
        self._values: list[list[SeatValue]] = []
        self._changes: list[dict[int, Change]] = []
        """By row: what its animals do to the viewer's score."""
        self._laid: dict[int, tuple[int, ...]] = {}
        """By row: its last animals; a taken row keeps their shadows."""
        self._colours: Inks
        self._names: tuple[str, ...] = ()
        self._seat: int | None = None
        self._reader: int | None = None
        """The seat that is called "you"."""
        self._worths: Values
        self.cursor: int | None = None
        self.armed: int | None = None
        """The row that a second press takes."""
        self.ghost: int | None = None
        """The drawn animal, shown where it would go."""
        self.previews = False
        """Whether the selected row shows its worth with that animal: there is no line below for it."""
        self.since: Sequence[Struct] = ()
        """What the others have done since the viewer's last move."""

    def show(self, now: View) -> None:
        self._names, self._reader = now.names, now.reader
        if now.public is not self._public or now.mine is not self._mine or now.seat != self._seat:
            # A key changes the selection, not what rows are worth.
            self._public, self._mine, self._seat = now.public, now.mine, now.seat
            self._worths = values_of(now)
            self._work_out(self._worths)
        self.redraw()

    def remember(self, public: Public) -> None:
        """Remember the animals of the rows: taken rows keep their shadows."""
        for row, taker in enumerate(public.takers):
            if taker is None:
                self._laid[row] = public.rows[row]

    def forget(self) -> None:
        self._laid.clear()
        self._public = None

    def _work_out(self, values: Values) -> None:
        public = values.public
        rows = range(len(public.rows))
        self._values = [values.of_row(row) for row in rows]
        worths = [values.own(row) for row in rows]
        self._changes = [{one.animal: one for one in worth.split} if worth else {} for worth in worths]
        self.remember(public)

    def cut(self, width: int, pitch: int, seats: int) -> None:
        """Cut the board between its slots, for rows of this size."""
        form = row_form(width, pitch, seats, pictures=self.pictures)
        self.set_panes([form.header, *[form.slots.cells] * form.slots.across])

    def on_click(self, event: events.Click) -> None:
        row = (event.screen_y - self.content_region.y) // self._pitch()
        if self._public is not None and 0 <= row < len(self._public.rows):
            self.post_message(self.Pressed(row))

    def draw(self, canvas: Canvas) -> None:
        if self._public is None:
            return
        self._colours = inks(self.app)
        pitch = self._pitch()
        rows = len(self._public.rows)
        form = row_form(canvas.width, pitch, rows, pictures=self.pictures)
        for row in range(rows):
            self._draw_row(canvas, row, row * pitch, pitch, form)

    def _pitch(self) -> int:
        count = len(self._public.rows) if self._public else 1
        return max(1, self.size.height // count)

    def _draw_row(self, canvas: Canvas, row: int, top: int, pitch: int, form: RowForm) -> None:
        public = self._public
        assert public is not None
        if row == self.cursor and self.lights:
            canvas.ground(top, pitch, self.style_of("lit"))
        elif row % 2 == 0:
            canvas.ground(top, pitch, self.style_of("band"))
        first = top + (pitch - form.slots.height) // 2
        taker = public.takers[row]
        self._draw_label(canvas, row, first, taken=taker is not None)
        if row == self.cursor:
            # On a slow line the mark is no taller than the pictures.
            bar = range(top, top + pitch) if self.lights else range(first, first + form.slots.height)
            for line in bar:
                canvas.write(0, line, "▌", self.style_of("mark"))
        if taker is not None:
            self._draw_taken(canvas, row, first, pitch, taker, form)
            return
        values = self._values[row]
        if self.previews and self.ghost is not None and row == self.cursor:
            values = self._worths.of_row(row, self.ghost)
        block = Block(LABEL, top, pitch, form.name, form.columns)
        if len(values) <= top + pitch - first:
            # Fewer values than lines start where the pictures do.
            block = replace(block, y=first, lines=top + pitch - first)
        draw_values(self, canvas, block, values, self._called, self._seat)
        counts = Counter(public.rows[row])
        for animal in range(KINDS):
            x, y = form.slots.spot(animal)
            self._draw_slot(canvas, form.header + x, first + y, row, animal, counts[animal], form.slots)

    def _draw_label(self, canvas: Canvas, row: int, first: int, *, taken: bool) -> None:
        number = f"{row + 1}"
        if row == self.armed:
            canvas.write(_NUMBER - 1, first, f" {number} ", self.style_of("cursor"))
        elif row == self.cursor:
            # In one style with the bar before it: fewer bytes.
            canvas.write(0, first, f"▌ {number}", self.style_of("mark"))
        else:
            canvas.write(_NUMBER, first, number, self.style_of("faint" if taken else "strong"))

    def _draw_taken(self, canvas: Canvas, row: int, y: int, pitch: int, taker: int, form: RowForm) -> None:
        own = taker == self._seat
        took = next((one for one in self.since if isinstance(one, Took) and one.row == row), None)
        style = self.style_of(look(taker, self._seat) if own or took is not None else "dim")
        name, size = self._names[taker], form.slots.size
        if size is None or pitch == 1:
            yours = taker == self._reader
            words = say("triqueta.table.row.yours" if yours else "triqueta.table.row.taken", name=name)
            x = canvas.write(LABEL, y, words, style)
            if took is not None:
                canvas.write(x + 1, y, signed(took.points), points_style(self, took.points))
            return
        room = form.header - LABEL
        canvas.write(LABEL, y, say("triqueta.table.row.taken", name="").strip(), style, limit=room)
        canvas.write(LABEL, y + 1, f"{SIGNS[taker]} {self._called(taker)}", style, limit=room)
        if took is not None:
            canvas.write(LABEL, y + 2, signed(took.points), points_style(self, took.points))
        if not self.lights:
            return
        for animal, count in Counter(self._laid.get(row, ())).items():
            x, down = form.slots.spot(animal)
            x, down = x + form.header, down + y
            self._draw_shadow(canvas, x, down, animal, size, self.style_of("faint"))
            self._draw_numbers(canvas, x, down, form.slots, ("x", f"{count}", self.style_of("faint")), None)

    def _called(self, seat: int) -> str:
        return say("triqueta.table.row.you") if seat == self._reader else self._names[seat]

    def _draw_slot(
        self, canvas: Canvas, x: int, y: int, row: int, animal: int, count: int, slots: Slots
    ) -> None:
        ghost = self.ghost == animal and row == self.cursor
        if not count:
            self._draw_empty(canvas, x, y, animal, slots, ghost=ghost)
            return
        colours = self._colours
        if slots.size is not None:
            draw_picture(canvas, x, y, animal, slots.size, colours)
        elif slots.cells > LETTER_CELLS + 1:
            draw_letters(canvas, x, y, animal, colours)
        else:
            canvas.write(x, y, letters(animal), colours.chips[animal])
        placed = (
            one for one in self.since if isinstance(one, Placed) and (one.row, one.animal) == (row, animal)
        )
        fresh = deque(placed, maxlen=1)
        mark = "mark" if ghost else look(fresh[0].seat, self._reader) if fresh else "strong"
        number = f"{count + 1 if ghost else count}"
        sign = SIGNS[fresh[0].seat] if fresh else "x"
        change = self._changes[row].get(animal)
        self._draw_numbers(canvas, x, y, slots, (sign, number, self.style_of(mark)), change)

    def _draw_numbers(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        slots: Slots,
        times: tuple[str, str, Style],
        change: Change | None,
    ) -> None:
        """Draw the count of an animal, with the sign of who laid the last, and what it does to the score."""
        sign, number, style = times
        if slots.size is None and slots.lines == 1:
            canvas.write(x + (LETTER_CELLS if slots.cells > LETTER_CELLS + 1 else 2), y, number, style)
            return
        pieces = [(f"{sign}{number}", style)]
        if change is not None:
            if slots.size is not None and slots.size.lines > 2:
                pieces.append((f"{change.before}›{change.after}", self.style_of("dim")))
            pieces.append((signed(change.points), points_style(self, change.points)))
        if slots.size is None:
            canvas.write(x + LETTER_CELLS, y, *pieces[0])
            if change is not None:
                canvas.write(x, y + 1, f"{pieces[1][0]:^{LETTER_CELLS}}", pieces[1][1])
        elif slots.below:
            width = sum(len(words) for words, _ in pieces) + len(pieces) - 1
            x += max(0, (slots.size.cells - width) // 2)
            for words, ink in pieces:
                x = canvas.write(x, y + slots.size.lines, words, ink) + 1
        else:
            x += slots.size.cells
            for line, (words, ink) in enumerate(pieces, y + (slots.size.lines - len(pieces)) // 2):
                # A long number keeps the gap to the next picture, not to its own.
                canvas.write(x + (len(words) < slots.cells - slots.size.cells - 1), line, words, ink)

    def _draw_empty(self, canvas: Canvas, x: int, y: int, animal: int, slots: Slots, *, ghost: bool) -> None:
        """Draw the place of an animal that is not in the row: whose place it is can be seen."""
        style = self.style_of("mark" if ghost else "shelf" if slots.size else "faint") + FLAT
        if slots.size is None:
            canvas.write(x + (slots.cells > LETTER_CELLS + 1), y, letters(animal), style)
        elif style.color is None or style.color.is_default:
            draw_slot(canvas, x, y, slots.size, style)
            canvas.write(x + (slots.size.cells - 2) // 2, y + slots.size.lines // 2, letters(animal), style)
        else:
            self._draw_shadow(canvas, x, y, animal, slots.size, style)

    def _draw_shadow(self, canvas: Canvas, x: int, y: int, animal: int, size: Size, style: Style) -> None:
        """Draw the shape of an animal in the middle of its place."""
        shown = self._shadow_size(size)
        left, top = (size.cells - shown.cells) // 2, (size.lines - shown.lines + 1) // 2
        draw_silhouette(canvas, x + left, y + top, animal, shown, style)

    def _shadow_size(self, size: Size) -> Size:
        """The size of a shadow: on a slow line a small one."""
        return size if self.lights else Size.SMALL

    def spot_of(self, row: int) -> Offset:
        """The position of a row on the screen, for tests that click it."""
        return self.content_region.offset + Offset(LABEL, row * self._pitch())
