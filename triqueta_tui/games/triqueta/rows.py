"""The rows: six slots each, who took them, and what each row does to the scores."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.message import Message

from triqueta_protocol.games.triqueta import KINDS, TRIPLE, Change, Mine, Placed, Public, Took
from triqueta_tui.games.triqueta.layout import HEADER, LABEL, Slots, row_slots
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
from triqueta_tui.games.triqueta.token_words import DONE, PLACE, SPOILED, TOKEN, letters
from triqueta_tui.games.triqueta.view import Values, View, values_of
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.table.numbers import SeatValue
from triqueta_tui.table.seat_values import pick, points_style
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.looks import Look
from triqueta_tui.widgets.pieces import FLAT
from triqueta_tui.widgets.players import SIGNS, lit, look

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
        self.glowing = False
        """Whether the last of it glows."""

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

    def cut(self, width: int, pitch: int) -> None:
        """Cut the board between its slots, for rows of this size."""
        slots = row_slots(width, pitch, pictures=self.pictures)
        self.set_panes([HEADER, *[slots.cells] * slots.across])

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
        slots = row_slots(canvas.width, pitch, pictures=self.pictures)
        for row in range(rows):
            self._draw_row(canvas, row, row * pitch, pitch, slots)

    def _pitch(self) -> int:
        count = len(self._public.rows) if self._public else 1
        return max(1, self.size.height // count)

    def _draw_row(self, canvas: Canvas, row: int, top: int, pitch: int, slots: Slots) -> None:
        public = self._public
        assert public is not None
        if row == self.cursor and self.lights:
            canvas.ground(top, pitch, self.style_of("lit"))
        elif row % 2 == 0:
            canvas.ground(top, pitch, self.style_of("band"))
        first = top + (pitch - slots.height) // 2
        taker = public.takers[row]
        self._draw_label(canvas, row, first, taken=taker is not None)
        if row == self.cursor:
            # On a slow line the mark is no taller than the pictures.
            bar = range(top, top + pitch) if self.lights else range(first, first + slots.height)
            for line in bar:
                canvas.write(0, line, "▌", self.style_of("mark"))
        if taker is not None:
            self._draw_taken(canvas, row, first, taker, slots)
            return
        self._draw_values(canvas, row, first, top + pitch - first)
        counts = Counter(public.rows[row])
        for animal in range(KINDS):
            x, y = slots.spot(animal)
            self._draw_slot(canvas, HEADER + x, first + y, row, animal, counts[animal], slots)

    def _draw_values(self, canvas: Canvas, row: int, y: int, lines: int) -> None:
        """Draw what the row does to the viewer's score; to the others' if the viewer cannot take it."""
        values = self._values[row]
        if self.previews and self.ghost is not None and row == self.cursor:
            values = self._worths.of_row(row, self.ghost)
        own = [one for one in values if one.seat == self._seat]
        for line, one in enumerate(own or pick(values, lines, None), y):
            if not own:
                canvas.write(LABEL, line, SIGNS[one.seat], self.style_of(look(one.seat, self._reader)))
            points = signed(one.points)
            canvas.write_right(HEADER - 1, line, points, points_style(self, one.points, faint=not own))

    def _draw_label(self, canvas: Canvas, row: int, first: int, *, taken: bool) -> None:
        number = f"{row + 1}"
        if row == self.armed:
            canvas.write(_NUMBER - 1, first, f" {number} ", self.style_of("cursor"))
        elif row == self.cursor:
            # In one style with the bar before it: fewer bytes.
            canvas.write(0, first, f"▌ {number}", self.style_of("mark"))
        else:
            canvas.write(_NUMBER, first, number, self.style_of("faint" if taken else "strong"))

    def _draw_taken(self, canvas: Canvas, row: int, y: int, taker: int, slots: Slots) -> None:
        """Draw who took a row and, where there is room, the shadows of its animals above."""
        took = next((one for one in self.since if isinstance(one, Took) and one.row == row), None)
        shadows = self.lights and slots.size is not None and slots.below
        if shadows:
            assert slots.size is not None
            for animal in set(self._laid.get(row, ())):
                x, down = slots.spot(animal)
                self._draw_shadow(canvas, HEADER + x, y + down, animal, slots.size, self.style_of("faint"))
            y += slots.height - 1
        style = self.style_of(look(taker, self._seat) if taker == self._seat or took is not None else "dim")
        if took is not None and self._glows(took):
            style = self.style_of(lit(taker, self._seat))
        x = canvas.write(LABEL, y, f"{SIGNS[taker]} ", style)
        yours = taker == self._reader
        words = say(f"triqueta.table.row.{'yours' if yours else 'taken'}", name=self._names[taker])
        x = canvas.write(x, y, words, style)
        if took is not None:
            canvas.write(x + 1, y, signed(took.points), points_style(self, took.points))

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
        laid = [one for one in self.since if isinstance(one, Placed)]
        fresh = [one for one in laid if (one.row, one.animal) == (row, animal)]
        change = self._changes[row].get(animal)
        if slots.size is not None:
            tokens = self._tokens(animal, count, fresh, ghost=ghost)
            self._draw_numbers(canvas, x, y, slots, tokens, change)
            return
        style = self.style_of("mark" if ghost else look(fresh[-1].seat, self._reader) if fresh else "strong")
        beside = LETTER_CELLS if slots.cells > LETTER_CELLS + 1 else 2
        canvas.write(x + beside, y, f"{count + ghost}", style)
        if slots.below and change is not None:
            points = f"{signed(change.points):^{LETTER_CELLS}}"
            canvas.write(x, y + 1, points, points_style(self, change.points))

    def _tokens(
        self, animal: int, count: int, fresh: Sequence[Placed], *, ghost: bool
    ) -> list[tuple[str, Style]]:
        """A pip for each token of an animal in a row, and for each free place up to three.

        Those laid since the viewer's last move bear the signs of ``fresh``; a third place that is free glows.
        """
        tokens = [(TOKEN, self._colours.names[animal])] * (count - len(fresh))
        tokens += [
            (SIGNS[one.seat], self.style_of((lit if self._glows(one) else look)(one.seat, self._reader)))
            for one in fresh
        ]
        if ghost:
            tokens.append((TOKEN, self.style_of("mark")))
        if len(tokens) > TRIPLE:
            return [tokens[-1], (f"{len(tokens)}", self.style_of("strong"))]
        free = self.style_of("mark" if len(tokens) == TRIPLE - 1 else "faint") + FLAT
        return tokens + [(PLACE, free)] * (TRIPLE - len(tokens))

    def _glows(self, event: Struct) -> bool:
        return self.glowing and event is self.since[-1]

    def _draw_numbers(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        slots: Slots,
        tokens: Sequence[tuple[str, Style]],
        change: Change | None,
    ) -> None:
        """Draw the tokens of an animal and, if it makes or spoils a triqueta, what it does to the score."""
        size = slots.size
        assert size is not None
        points = ""
        if change is not None and change.before != change.after >= TRIPLE:
            mark = DONE if change.after == TRIPLE else SPOILED
            points = f"{mark if size is not Size.SMALL else ''}{signed(change.points)}"
        width = len(tokens) + (len(points) + 1 if points else 0)
        if slots.below:
            x, y = x + max(0, (size.cells - width) // 2), y + size.lines
        else:
            # Three tokens fill the gap beside a small picture.
            x, y = x + size.cells + (slots.cells > size.cells + 1 + len(tokens)), y + size.lines // 2 - 1
        end = x
        for text, style in tokens:
            end = canvas.write(end, y, text, style)
        if change is not None and points:
            at = (end + 1, y) if slots.below else (x, y + 1)
            canvas.write(*at, points, points_style(self, change.points))

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
