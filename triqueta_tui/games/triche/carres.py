"""The carrés on the table: nine cells in a frame, with the owner, the points and what can be reached."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from textual import events
from textual.message import Message

from triqueta_protocol.games.triche import FACE_DOWN, CarreSheet, Cells, Placed
from triqueta_protocol.games.triche_cards import CELLS, CENTRE, LINES, WAYS, most_points
from triqueta_tui.games.triche.card_drawing import (
    SIZES,
    Inks,
    Tile,
    draw_back,
    draw_card,
    draw_ghost,
    draw_slot,
    faces,
    inks,
)
from triqueta_tui.games.triche.card_words import brief_name, card_line, letters
from triqueta_tui.games.triche.view import View, known_centre
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.looks import Look
from triqueta_tui.widgets.pieces import FLAT, draw_over, draw_stroke
from triqueta_tui.widgets.players import SIGNS, lit, look

Spot = tuple[int, int]
"""A cell of a carré: ``(carré, cell)``."""


@dataclass(frozen=True)
class Carre:
    """A carré to draw."""

    cells: Sequence[int | None]
    titles: tuple[str, ...]
    """The owner, longest form first: the first that fits goes in the upper edge."""
    notes: tuple[str, ...] = ()
    """Points and the most it can reach, longest form first, for the lower edge."""
    mine: bool = False
    reader: int | None = None
    """The seat that is called "you"."""
    owner: int | None = None
    lit: bool = False
    """Whether its owner is to move."""
    known: int | None = None
    """The face-down card, where the viewer knows it."""
    hand: Sequence[int] = ()
    """The owner's hand, where it is open, for the lower edge."""
    lines: Mapping[int, int] = field(default_factory=dict)
    """By line: the points of lines to strike through."""
    counting: Sequence[int] = ()
    """The lines that score as they lie."""
    open: Sequence[int] = ()
    """The lines that one more card can make score."""


@dataclass(frozen=True)
class Grid:
    """The arrangement of carrés: the size of a card, and how many carrés are side by side."""

    tile: Tile
    across: int
    down: int

    @property
    def gap(self) -> int:
        return 0 if self.tile is Tile.LETTERS else 1

    @property
    def width(self) -> int:
        return 3 * self.tile.cells + 2 * self.gap + 2

    @property
    def height(self) -> int:
        return 3 * self.tile.lines + 2

    @property
    def lines(self) -> int:
        """The height of all carrés."""
        return self.down * self.height


def arrange(width: int, height: int, carres: int, most: Tile = Tile.GIANT) -> Grid:
    """The largest cards with which all carrés fit; if even letters do not, as many carrés as fit."""
    for tile in SIZES[SIZES.index(most) :]:
        # Fewest rows of carrés, evenly filled: three and three, not four and two.
        for down in range(1, carres + 1):
            grid = Grid(tile, -(-carres // down), down)
            if grid.across * (grid.width + 1) - 1 <= width and grid.lines <= height:
                return grid
    one = Grid(Tile.LETTERS, 1, 1)
    return Grid(Tile.LETTERS, max(1, (width + 1) // (one.width + 1)), max(1, height // one.height))


class Carres(Board):
    """All carrés, the legal cells of the chosen card, and the cursor."""

    LOOKS = Board.LOOKS | {"frame": Look("border")}
    PANES = 8

    @dataclass
    class Pressed(Message):
        """A cell was clicked."""

        spot: Spot

    def __init__(self, *, name: str = "carres", most: Tile = Tile.GIANT) -> None:
        super().__init__(id=name)
        self.carres: Sequence[Carre] = ()
        self.marks: Mapping[Spot, tuple[str, str]] = {}
        """By free cell: its mark and the mark's style."""
        self.cursor: Spot | None = None
        self.ghost: int | None = None
        """The card to draw under the cursor."""
        self.since: Sequence[Placed] = ()
        """The cards that the others have laid since the viewer's last move."""
        self.glowing = False
        """Whether the last of them glows."""
        self.in_sight: int | None = None
        """Where not all carrés fit: a carré to keep in sight without a cursor in it."""
        self.pictures = True
        self._most = most
        self._first = 0

    def show(self, carres: Sequence[Carre]) -> None:
        self.carres = carres
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        at = event.screen_offset - self.content_region.offset
        spot = self.spot_at(at.x, at.y)
        if spot is not None:
            self.post_message(self.Pressed(spot))

    @property
    def grid(self) -> Grid:
        most = self._most if self.pictures else Tile.LETTERS
        return arrange(self.size.width, self.size.height, max(1, len(self.carres)), most)

    @property
    def last_in_sight(self) -> int:
        """The last carré that is drawn."""
        return self._visible(self.grid)[-1]

    def place(self, spot: Spot) -> tuple[int, int]:
        """The upper left corner of a cell on the board, also of a hidden one."""
        grid, (carre, cell) = self.grid, spot
        left, top = self._corner(grid, carre)
        row, column = divmod(cell, 3)
        return left + 1 + column * (grid.tile.cells + grid.gap), top + 1 + row * grid.tile.lines

    def spot_at(self, x: int, y: int) -> Spot | None:
        grid = self.grid
        for index in self._visible(grid):
            for cell in range(CELLS):
                left, top = self.place((index, cell))
                if left <= x < left + grid.tile.cells and top <= y < top + grid.tile.lines:
                    return index, cell
        return None

    def draw(self, canvas: Canvas) -> None:
        grid, colours = self.grid, inks(self.app)
        self._keep_in_sight(grid)
        for index in self._visible(grid):
            self._draw_carre(canvas, grid, index, colours)
        hidden = len(self.carres) - len(self._visible(grid))
        if hidden:
            canvas.write_right(canvas.width, 0, f"‹{hidden}›", self.style_of("mark"))

    def _visible(self, grid: Grid) -> range:
        return range(self._first, min(len(self.carres), self._first + grid.across * grid.down))

    def _keep_in_sight(self, grid: Grid) -> None:
        room = grid.across * grid.down
        wanted = self.cursor[0] if self.cursor is not None else self.in_sight
        if wanted is None:
            wanted = self._first
        if wanted < self._first:
            self._first = wanted
        elif wanted >= self._first + room:
            self._first = wanted - room + 1
        self._first = max(0, min(self._first, len(self.carres) - room))

    def _corner(self, grid: Grid, carre: int) -> tuple[int, int]:
        """The upper left corner of a carré's frame; the carrés are centred on the board."""
        row, column = divmod(carre - self._first, grid.across)
        across = min(grid.across, len(self.carres))
        down = min(grid.down, -(-len(self.carres) // grid.across))
        left = max(0, (self.size.width - across * (grid.width + 1) + 1) // 2)
        top = max(0, (self.size.height - down * grid.height) // 2)
        return left + column * (grid.width + 1), top + row * grid.height

    def _draw_carre(self, canvas: Canvas, grid: Grid, index: int, colours: Inks) -> None:
        carre = self.carres[index]
        left, top = self._corner(grid, index)
        self._draw_frame(canvas, left, top, grid, carre)
        for cell in range(CELLS):
            self._draw_cell(canvas, grid, index, cell, colours)
        for line in carre.counting:
            self._stroke(canvas, grid, index, line)
        for line in carre.open:
            self._stroke(canvas, grid, index, line, dotted=True)
        for line, points in carre.lines.items():
            self._strike(canvas, grid, index, line, points)
        for one in self.since:
            if one.carre == index and carre.cells[one.cell] is not None:
                self._edge(canvas, *self.place((index, one.cell)), grid.tile, one, carre)

    def _draw_frame(self, canvas: Canvas, left: int, top: int, grid: Grid, carre: Carre) -> None:
        # Themes without colours underline; underlined borders look like more borders.
        whose = "frame" if carre.owner is None else look(carre.owner, carre.reader)
        ink = self.style_of("mark" if carre.mine else whose) + FLAT
        inner = grid.width - 2
        corners = "╔═╗║╚╝" if carre.mine else "╭─╮│╰╯"
        canvas.write(left, top, corners[0] + corners[1] * inner + corners[2], ink)
        for line in range(1, grid.height - 1):
            canvas.write(left, top + line, corners[3], ink)
            canvas.write(left + grid.width - 1, top + line, corners[3], ink)
        canvas.write(left, top + grid.height - 1, corners[4] + corners[1] * inner + corners[5], ink)
        name = ink if carre.owner is None or not carre.lit else self.style_of(lit(carre.owner, carre.reader))
        roomy = inner > 12
        room = inner - 4 if roomy else inner
        at, blank = (left + 3, " ") if roomy else (left + 1, "")
        fitting = next((one for one in carre.titles if cell_len(one) <= room), carre.titles[-1])
        x, title = _placed(canvas, at, room, carre.titles) or (at, fitting)
        title = set_cell_size(title, room) if cell_len(title) > room else title
        canvas.write(x - len(blank), top, f"{blank}{title}{blank}", name, limit=room + 2 * len(blank))
        bottom = top + grid.height - 1
        right = at + room - len(blank)
        room -= self._draw_hand(canvas, right, bottom, room, carre.hand, roomy=roomy)
        if (placed := _placed(canvas, at, room, carre.notes)) is not None:
            x, note = placed
            canvas.write(x - len(blank), bottom, f"{blank}{note}{blank}", self.style_of("dim"))

    def _draw_hand(
        self, canvas: Canvas, right: int, y: int, room: int, hand: Sequence[int], *, roomy: bool
    ) -> int:
        """Write an open hand at the right of an edge and return its width."""
        dense = sum(cell_len(brief_name(card)) for card in hand)
        spaced = dense + len(hand) - 1
        # With blanks around it if they fit, else only between the cards.
        cells, gap, blank = next(
            (form for form in ((spaced + 2, 1, 1), (spaced, 1, 0), (dense, 0, 0)) if form[0] <= room),
            (0, 0, 0),
        )
        if not hand or not cells:
            return 0
        x = right - cells + (2 if roomy else 0)
        canvas.write(x, y, " " * cells)
        x += blank
        for card in hand:
            for text, ink in card_line(card):
                x = canvas.write(x, y, text, self.inked(self.style_of("strong"), ink))
            x += gap
        return cells + 1

    def _draw_cell(self, canvas: Canvas, grid: Grid, index: int, cell: int, colours: Inks) -> None:
        carre, spot = self.carres[index], (index, cell)
        x, y = self.place(spot)
        card = carre.cells[cell]
        if card is not None and card != FACE_DOWN:
            draw_card(canvas, x, y, card, grid.tile, colours)
        elif card == FACE_DOWN:
            known = "?" if carre.known is None else _hidden(carre.known)
            draw_back(canvas, x, y, grid.tile, colours, known)
        elif spot == self.cursor and self.ghost is not None:
            self._draw_ghost(canvas, x, y, grid, colours)
        else:
            mark, style = self.marks.get(spot, ("·", "faint"))
            draw_slot(canvas, x, y, grid.tile, colours, mark, self.style_of(style) + FLAT)

    def _draw_ghost(self, canvas: Canvas, x: int, y: int, grid: Grid, colours: Inks) -> None:
        assert self.ghost is not None
        if grid.tile is Tile.LETTERS:
            canvas.write(x, y, letters(self.ghost), self.style_of("cursor"))
        else:
            edge = self.style_of("mark") + FLAT
            draw_ghost(canvas, x, y, self.ghost, grid.tile, colours, edge)

    def _edge(self, canvas: Canvas, x: int, y: int, tile: Tile, placed: Placed, carre: Carre) -> None:
        """Mark a card with the player who laid it, and with what it scored."""
        style = self.style_of(look(placed.seat, carre.reader)) + FLAT
        if self.glowing and placed is self.since[-1]:
            style = self.style_of("good") + FLAT
        if tile is Tile.LETTERS:
            canvas.write(x, y, SIGNS[placed.seat], style)
            return
        for line in range(tile.lines):
            for column, bar in ((x, "▌"), (x + tile.cells - 1, "▐")):
                draw_over(canvas, column, y + line, bar, style, style)
        points = signed(sum(line.points for line in placed.lines)) if placed.lines else ""
        for at, sign in enumerate(points, x + tile.cells - 1 - len(points)):
            ink = Style(color=inks(self.app).ink, bold=True)
            draw_over(canvas, at, y + tile.lines - 1, sign, ink, self.style_of("good"))

    def _strike(self, canvas: Canvas, grid: Grid, index: int, line: int, points: int) -> None:
        """Strike through a line that scores, with its points at the end."""
        tile = grid.tile
        first, _, last = (self.place((index, cell)) for cell in LINES[line])
        middle_x, middle_y = tile.cells // 2, (tile.lines - 1) // 2
        self._stroke(canvas, grid, index, line)
        style = self.style_of("good") + Style(reverse=True, underline=False)
        if first[1] == last[1]:
            x, y = last[0] + tile.cells, last[1] + middle_y
        elif first[0] == last[0]:
            x, y = last[0] + max(1, middle_x - 1), last[1] + tile.lines
        else:
            # Where cards have room, keep a column free before the next carré.
            right = tile.cells - (tile is not Tile.LETTERS)
            x = last[0] + right if last[0] > first[0] else last[0] - 1
            y = last[1] + tile.lines
        canvas.write(x, y, f"+{points}", style)

    def _stroke(self, canvas: Canvas, grid: Grid, index: int, line: int, *, dotted: bool = False) -> None:
        """Draw from the middle of a line's first card to that of its last, around what is written on them."""
        tile, cells = grid.tile, self.carres[index].cells
        if tile is Tile.LETTERS:
            return
        written = {
            (left + column + at, top + row)
            for cell in LINES[line]
            for left, top in [self.place((index, cell))]
            for column, row, text in _written(cells[cell], tile)
            for at in range(-1, len(text) + 1)
        }
        begin, end = (
            (x + tile.cells // 2, y + (tile.lines - 1) // 2)
            for x, y in (self.place((index, LINES[line][at])) for at in (0, 2))
        )
        styles = Style(color=inks(self.app).ink, bold=True), self.style_of("dim" if dotted else "good")
        draw_stroke(canvas, begin, end, styles, written, dotted=dotted)


def _written(card: int | None, tile: Tile) -> Iterator[tuple[int, int, str]]:
    """What is written on a card, or on its back."""
    if card is None or card == FACE_DOWN:
        yield (tile.cells - 3) // 2, (tile.lines - 1) // 2, "   "
    else:
        for column, row, text, _ in faces(card, tile):
            yield column, row, text


def _placed(canvas: Canvas, at: int, room: int, texts: Sequence[str]) -> tuple[int, str] | None:
    """The first text that fits, and its column: one cell further right where a seam would cut it."""
    for text in texts:
        for x in range(at, min(at + 1, at + room - cell_len(text)) + 1):
            if canvas.is_whole(x, text):
                return x, text
    return None


def _hidden(card: int) -> str:
    """A face-down card that the viewer knows."""
    text = letters(card).strip()
    return f"?{text}" if len(text) == 1 else text


def drawn_carre(now: View, carre: int) -> Carre:
    public = now.public
    owner = public.owners[carre]
    reach = public.reach[carre]
    cells: Cells = public.carres[carre]
    hand: tuple[int, ...] = ()
    if now.opened is not None:
        # The opening in progress, and the hands that are shown nowhere else.
        cells = now.opened.mines[carre].laid or cells
        hand = now.opened.mines[owner].hand if owner != now.seat else ()
    return Carre(
        cells,
        _titles(now, owner, carre, str(public.points[owner])),
        (
            say("triche.table.carre.reach", points=reach.points, most=reach.most),
            f"{reach.points} → {reach.most}",
        ),
        mine=owner == now.seat,
        reader=now.reader,
        owner=owner,
        lit=owner in public.owing,
        known=known_centre(now, carre),
        hand=hand,
        counting=_lines(cells, known_centre(now, carre), missing=0),
        open=_lines(cells, known_centre(now, carre), missing=1),
    )


def _lines(cells: Sequence[int | None], centre: int | None, *, missing: int) -> list[int]:
    """The lines that can score in which so many cards are missing; ``centre`` if the viewer knows it."""
    # A two-coloured centre is turned at the end.
    sure = centre if centre is not None and len(WAYS[centre]) == 1 else None
    known = [sure if card == FACE_DOWN else card for card in cells]
    laid = [[known[cell] for cell in line] for line in LINES]
    return [at for at, line in enumerate(laid) if line.count(None) == missing and most_points(at, *line)]


def drawn_carres(now: View) -> list[Carre]:
    return [drawn_carre(now, carre) for carre in range(len(now.public.carres))]


def drawn_sheet(
    now: View,
    sheet: CarreSheet,
    carre: int,
    lines: Mapping[int, int],
    *,
    turned: bool = True,
    total: bool = False,
) -> Carre:
    """A carré of a finished round with some of its lines struck through.

    ``turned`` is whether its centre is open, ``total`` whether to add the points of all rounds.
    """
    points = signed(sum(lines.values()))
    if total:
        points = f"{points} → {now.public.points[sheet.owner]}"
    cells = [FACE_DOWN if at == CENTRE and not turned else card for at, card in enumerate(sheet.cells)]
    return Carre(
        cells,
        _titles(now, sheet.owner, carre, points),
        mine=sheet.owner == now.seat,
        reader=now.reader,
        owner=sheet.owner,
        lines=lines,
    )


def _titles(now: View, owner: int, carre: int, points: str) -> tuple[str, ...]:
    """The owner, builder and points of a carré, longest form first; the points are in all of them."""
    name = now.names[owner]
    words = {"sign": SIGNS[owner], "name": name, "points": points, "builder": now.names[carre]}
    whose = "yours" if owner == now.reader else "owner"
    titles = [say(f"triche.table.carre.{whose}", **words)]
    if owner == now.reader:
        titles.append(say("triche.table.carre.owner", **words))
    if owner != carre:
        titles[:0] = [
            say(f"triche.table.carre.{whose}_built", **words),
            say("triche.table.carre.owner_built", **words),
            say("triche.table.carre.owner_by", **words),
        ]
    # Last, the name is cut.
    titles += [f"{SIGNS[owner]}{name[:length]} {points}" for length in range(len(name), 0, -1)]
    return tuple(titles)
