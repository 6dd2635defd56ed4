"""The collections as a scoresheet: one line per player, one column per animal."""

from dataclasses import dataclass
from typing import Final

from rich.style import Style

from triqueta_protocol.events import Room
from triqueta_protocol.games.triqueta import KEEPS, KINDS, TRIPLE, VALUES, Public
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.token_drawing import draw_letters, draw_picture, inks
from triqueta_tui.games.triqueta.token_words import DONE, ROCK, SPOILED, TREE, letters
from triqueta_tui.games.triqueta.view import View, known_kept
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import number
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.looks import Look
from triqueta_tui.widgets.players import SIGNS, lit, look


class TriquetaBoard(Board):
    LOOKS = Board.LOOKS | {
        "stone": Look("stone"),
        "stone-shade": Look("stone-shade"),
        "leaf": Look("leaf", text="bold"),
        "trunk": Look("trunk"),
        "back": Look("token-text", ground="stone", text="bold"),
    }


_HAVE, _LACK = "▮", "▯"
_KEPT = "▪"
_WIDE_FROM: Final = 74
PICTURED_SHEET: Final = 78
"""From this width on pictures above the columns do not touch each other."""

_NARROW: Final = 44
"""Below this width the viewer's kept tokens are left out: the hand shows them."""


@dataclass(frozen=True)
class _Columns:
    """The columns of a line."""

    name: int
    state: int
    animals: int
    animal: int
    kept: int
    tiles: int
    end: int

    @classmethod
    def fitting(cls, width: int, *, pictures: bool) -> "_Columns":
        """The columns for a width; pictures above them must not touch each other."""
        if width < _WIDE_FROM:
            state, animal, kept, tiles, points = 0, 3, 5 if width >= _NARROW else 3, 5, 4
        else:
            state, animal, kept, tiles, points = (
                5,
                8 if width >= (PICTURED_SHEET if pictures else 82) else 7,
                6,
                5,
                4,
            )
        fixed = 2 + state + KINDS * animal + kept + tiles + points
        name = max(4, min(18, width - fixed - 1))
        x = 2 + name
        return cls(
            name=name,
            state=x,
            animals=x + state,
            animal=animal,
            kept=x + state + KINDS * animal,
            tiles=x + state + KINDS * animal + kept,
            end=min(width, x + state + KINDS * animal + kept + tiles + points),
        )


class Scoresheet(TriquetaBoard):
    """The scoresheet while the game runs, the viewer's line first."""

    def __init__(self, *, pictures: bool = True) -> None:
        super().__init__(id="sheet")
        self.pictures = pictures
        self.titled = False
        """Whether the border has its title."""
        self._public: Public | None = None
        self._room: Room | None = None
        self._seat: int | None = None
        self._first = 0
        self._kept: tuple[tuple[int, ...], ...] = ()
        """By seat: the kept tokens that the viewer may know."""

    def show(self, now: View) -> None:
        self._public, self._room, self._seat, self._first = now.public, now.room, now.seat, now.first
        self._kept = tuple(known_kept(now, seat) or () for seat in range(len(now.names)))
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self._public is None or self._room is None:
            return
        seats = len(self._public.collections)
        head = max(1, canvas.height - seats)
        pictured = head > Size.SMALL.lines and self.pictures
        columns = _Columns.fitting(canvas.width, pictures=pictured)
        self._draw_head(canvas, columns, head if pictured else 1)
        # A single line is the viewer's.
        first = self._first if canvas.height > seats else self._seat or 0
        for line in range(seats):
            self._draw_player(canvas, (first + line) % seats, head + line, columns)

    def _draw_head(self, canvas: Canvas, columns: _Columns, lines: int) -> None:
        colours, dim = inks(self.app), self.style_of("dim")
        y = lines - 1
        for animal in range(KINDS):
            x = columns.animals + animal * columns.animal
            if lines >= 3 and columns.animal >= Size.SMALL.cells:
                draw_picture(canvas, x, 0, animal, Size.SMALL, colours)
                canvas.write(x + 2, y, f"{VALUES[animal]:>2}", colours.names[animal])
            elif columns.animal >= Size.SMALL.cells:
                draw_letters(canvas, x, y, animal, colours)
                canvas.write(x + 4, y, f"{VALUES[animal]:>2}", colours.names[animal])
            else:
                canvas.write(x, y, letters(animal), colours.names[animal])
        if columns.animal < Size.SMALL.cells:
            return
        if not self.titled:
            canvas.write(2, y, say("triqueta.table.sheet.title"), self.style_of("strong"), limit=columns.name)
        canvas.write(columns.kept, y, say("triqueta.table.sheet.kept"), dim, limit=4)
        canvas.write(columns.tiles, y, f"{TREE} {ROCK}", dim)
        canvas.write_right(columns.end, y, say("triqueta.table.sheet.points"), dim)

    def _draw_player(self, canvas: Canvas, seat: int, y: int, columns: _Columns) -> None:
        public, room = self._public, self._room
        assert public is not None
        assert room is not None
        out = seat in public.takers
        plain = self.style_of("dim") if out else Style.null()
        style = lit(seat, self._seat) if seat in public.owing else look(seat, self._seat)
        canvas.write(0, y, SIGNS[seat], self.style_of(look(seat, self._seat)))
        canvas.write(2, y, room.seats[seat].name, self.style_of(style), limit=columns.name - 1)
        if columns.state < columns.animals:
            canvas.write(columns.state, y, self._state(seat, out=out), self.style_of("dim"), limit=4)
        kept = self._kept[seat]
        for animal, count in enumerate(public.collections[seat]):
            x = columns.animals + animal * columns.animal
            self._draw_count(canvas, x, y, animal, count, kept.count(animal), columns.animal)
        self._draw_kept(canvas, columns.kept, y, seat, kept if canvas.width >= _NARROW else ())
        x = canvas.write(columns.tiles, y, TREE * public.tree_tiles[seat], self.style_of("leaf"))
        if public.rock == seat:
            canvas.write(x, y, ROCK, self.style_of("stone"))
        points = number(public.points[seat])
        canvas.write_right(columns.end, y, points, self.style_of("strong") + plain)

    def _draw_kept(self, canvas: Canvas, x: int, y: int, seat: int, known: tuple[int, ...]) -> None:
        """Draw the kept tokens, as far as the viewer may know them, and free places for more."""
        assert self._public is not None
        hidden, free = self._public.face_down[seat] - len(known), min(self._public.keeps_left[seat], KEEPS)
        wide, colours = canvas.width >= _WIDE_FROM, inks(self.app)
        for animal in known:
            style = colours.chips[animal] if wide else colours.names[animal]
            x = canvas.write(x, y, letters(animal), style) + wide
        for _ in range(hidden if wide else 0):
            x = canvas.write(x, y, "? ", self.style_of("back")) + 1
        x = canvas.write(x, y, "" if wide else "?" * hidden, self.style_of("strong"))
        canvas.write(x, y, " ".join(["__"] * free) if wide else "_" * free, self.style_of("dim"))

    def _state(self, seat: int, *, out: bool) -> str:
        assert self._room is not None
        info = self._room.seats[seat]
        if info.kind == "player" and not info.present:
            return say("triqueta.table.sheet.away")
        return say("triqueta.table.sheet.out") if out else ""

    def _draw_count(
        self, canvas: Canvas, x: int, y: int, animal: int, count: int, kept: int, cells: int
    ) -> None:
        """Draw the count of an animal, and beside it those kept and those missing for a triqueta."""
        colour = inks(self.app).names[animal]
        short = cells < Size.SMALL.cells
        if count == TRIPLE:
            chip = inks(self.app).chips[animal]
            canvas.write(x, y, f"3{DONE}" if short else f" 3 {DONE} ", chip)
        elif count > TRIPLE:
            canvas.write(x, y, f"{count}{SPOILED}" if short else f" {count} {SPOILED}", self.style_of("bad"))
        elif short:
            canvas.write(x, y, f"{count or '-'}", colour if count else self.style_of("faint"))
        else:
            canvas.write(x + 1, y, f"{count or '-'}", self.style_of("strong" if count else "faint"))
            if count or kept:
                pips = _HAVE * count + _KEPT * kept + _LACK * TRIPLE
                canvas.write(x + 3, y, pips, colour, limit=TRIPLE)
