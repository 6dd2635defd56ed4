"""The four towers: the current one, trees, and what is left in three layers of five."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from triqueta_protocol.games.triqueta import TOWER_HEIGHT, TOWERS, Public
from triqueta_tui.games.triqueta.scoresheet import TriquetaBoard
from triqueta_tui.games.triqueta.token_words import TREE
from triqueta_tui.locale import say
from triqueta_tui.widgets.canvas import Canvas

LAYER: Final = 5
LAYERS: Final = TOWER_HEIGHT // LAYER


@dataclass(frozen=True)
class _Form:
    """The drawing of a tower: a token, and the tree on top."""

    cells: int
    tree: tuple[str, ...]
    trunk: str
    token: tuple[str, ...]
    """A token from its upper to its lower line."""

    @property
    def width(self) -> int:
        """With the ground, a cell wider on either side."""
        return LAYER * self.cells + 2

    @property
    def lines(self) -> int:
        """The tree, three layers, the ground, and the number below it."""
        return len(self.tree) + LAYERS * len(self.token) + 2


_SMALL: Final = _Form(1, (" ▄█▄ ", "▀▀▀▀▀"), "█", ("▆",))
_LARGE: Final = _Form(2, ("   ▄██▄   ", " ▄██████▄ ", "▀▀▀▀▀▀▀▀▀▀"), "██", ("▄▄", "██"))
_ROOMY: Final = 44
"""From this many lines on there is room for large towers."""


class Towers(TriquetaBoard):
    """The towers side by side, or two above two; with a cursor where one is chosen."""

    def __init__(self) -> None:
        super().__init__(id="towers")
        self._public: Public | None = None
        self.cursor: int | None = None

    @staticmethod
    def lines(cells: int, lines: int) -> int:
        """The height of the towers in a column of this size."""
        if cells < TOWERS * _SMALL.width + 1:
            return 2 * _SMALL.lines
        large = lines >= _ROOMY and cells > TOWERS * _LARGE.width
        return _LARGE.lines if large else _SMALL.lines

    def show(self, public: Public) -> None:
        self._public = public
        self.redraw()

    def tower_at(self, x: int) -> int:
        return min(TOWERS - 1, x * TOWERS // max(1, self.size.width))

    def draw(self, canvas: Canvas) -> None:
        if self._public is None:
            return
        if canvas.height < _SMALL.lines:
            self._draw_line(canvas)
            return
        large = canvas.height >= _LARGE.lines and canvas.width >= TOWERS * _LARGE.width
        form = _LARGE if large else _SMALL
        across = TOWERS if canvas.width >= TOWERS * form.width else 2
        for tower in range(TOWERS):
            left = tower % across * canvas.width // across
            right = (tower % across + 1) * canvas.width // across
            x = (left + right - LAYER * form.cells) // 2
            self._draw_tower(canvas, tower, x, tower // across * form.lines, form)

    def _draw_line(self, canvas: Canvas) -> None:
        public = self._public
        assert public is not None
        for tower in range(TOWERS):
            x = tower * canvas.width // TOWERS + 1
            if public.trees[tower]:
                x = canvas.write(x, 0, TREE, self.style_of("leaf"))
            left = public.towers[tower]
            style = self.style_of("cursor" if tower == self.cursor else "dim" if left else "faint")
            canvas.write(x, 0, f" {left} " if left else f" {say('triqueta.table.towers.done')} ", style)

    def _draw_tower(self, canvas: Canvas, tower: int, x: int, y: int, form: _Form) -> None:
        public = self._public
        assert public is not None
        left = public.towers[tower]
        if public.trees[tower]:
            for line, leaves in enumerate(form.tree):
                canvas.write(x, y + line, leaves, self.style_of("leaf"))
            middle = x + (len(form.tree[-1]) - len(form.trunk)) // 2
            canvas.write(middle, y + len(form.tree) - 1, form.trunk, self.style_of("trunk"))
        stones = (self.style_of("stone"), self.style_of("stone-shade"))
        ground = y + form.lines - 2
        for layer in range(LAYERS):
            tokens = min(LAYER, max(0, left - layer * LAYER))
            top = ground - (layer + 1) * len(form.token)
            for token in range(tokens):
                for line, blocks in enumerate(form.token, top):
                    canvas.write(x + token * form.cells, line, blocks, stones[(token + layer) % 2])
        current = tower == public.tower and public.phase in {"turn", "place"}
        if current and public.drawn:
            # The drawn token hovers over the place it came from.
            top = ground - (left // LAYER + 1) * len(form.token) - 1
            for line, blocks in enumerate(form.token, top):
                canvas.write(x + left % LAYER * form.cells, line, blocks, self.style_of("mark"))
        chosen = tower == self.cursor
        canvas.write(x - 1, ground, "▔" * form.width, self.style_of("mark" if current or chosen else "faint"))
        words = f"{left}" if left else say("triqueta.table.towers.done")
        style = self.style_of("cursor" if chosen else "mark" if current else "dim" if left else "faint")
        canvas.write(x - 1, ground + 1, _centred(words, form.width), style)


def brief(
    canvas: Canvas, x: int, public: Public, current: Style, other: Style, tree: Style, limit: int
) -> int:
    """The towers as numbers on one line; those that do not fit whole are left out."""
    for tower, words in enumerate(_in_brief(public)):
        if x + cell_len(words) > limit:
            break
        if public.trees[tower]:
            x = canvas.write(x, 0, TREE, tree)
        style = current if words.startswith("[") else other
        x = canvas.write(x, 0, words.removeprefix(TREE), style) + 1
    return x


def brief_cells(public: Public) -> int:
    return cell_len(" ".join(_in_brief(public)))


def _in_brief(public: Public) -> list[str]:
    playing = public.phase in {"turn", "place"}
    numbers = [f"{left}" if left else "-" for left in public.towers]
    return [
        f"[{number}]" if playing and tower == public.tower else f"{TREE}{number}" if tree else number
        for tower, (number, tree) in enumerate(zip(numbers, public.trees, strict=True))
    ]


def _centred(words: str, width: int) -> str:
    space = max(0, width - cell_len(words))
    return " " * (space // 2) + words + " " * (space - space // 2)
