"""The four towers: which is current, which carry a tree, and what is left in three layers of five."""

from typing import Final

from rich.cells import cell_len
from rich.style import Style

from protocol.games.triqueta import TOWER_HEIGHT, TOWERS, Public
from triqueta_tui.games.triqueta.board import TriquetaBoard
from triqueta_tui.games.triqueta.scoresheet import TREE
from triqueta_tui.locale import say
from triqueta_tui.widgets.canvas import Canvas

LAYER: Final = 5
LAYERS: Final = TOWER_HEIGHT // LAYER
LINES: Final = 7
"""Two for the tree, three layers, the ground, and the number below it."""


class Towers(TriquetaBoard):
    """The towers side by side; on the choice of a tower one of them is under the cursor."""

    def __init__(self) -> None:
        super().__init__(id="towers")
        self._public: Public | None = None
        self.cursor: int | None = None

    def show(self, public: Public) -> None:
        self._public = public
        self.redraw()

    def tower_at(self, x: int) -> int:
        return min(TOWERS - 1, x * TOWERS // max(1, self.size.width))

    def draw(self, canvas: Canvas) -> None:
        if self._public is None:
            return
        if canvas.height < LINES:
            self._draw_line(canvas)
            return
        for tower in range(TOWERS):
            left = tower * canvas.width // TOWERS
            right = (tower + 1) * canvas.width // TOWERS
            self._draw_tower(canvas, tower, (left + right - LAYER) // 2)

    def _draw_line(self, canvas: Canvas) -> None:
        public = self._public
        assert public is not None
        for tower in range(TOWERS):
            x = tower * canvas.width // TOWERS + 1
            if public.trees[tower]:
                x = canvas.write(x, 0, "▴", self.style_of("leaf"))
            left = public.towers[tower]
            style = self.style_of("cursor" if tower == self.cursor else "dim" if left else "faint")
            canvas.write(x, 0, f" {left} " if left else f" {say('triqueta.table.towers.done')} ", style)

    def _draw_tower(self, canvas: Canvas, tower: int, x: int) -> None:
        public = self._public
        assert public is not None
        left = public.towers[tower]
        if public.trees[tower]:
            leaf = self.style_of("leaf")
            canvas.write(x, 0, " ▄█▄ ", leaf)
            canvas.write(x, 1, "▀▀▀▀▀", leaf)
            canvas.write(x + 2, 1, "█", self.style_of("trunk"))
        stones = (self.style_of("stone"), self.style_of("stone-shade"))
        for layer in range(LAYERS):
            tokens = min(LAYER, max(0, left - layer * LAYER))
            for token in range(tokens):
                canvas.write(x + token, 4 - layer, "▆", stones[(token + layer) % 2])
        current = tower == public.tower and public.phase in {"turn", "place"}
        marked = tower == self.cursor
        ground = self.style_of("mark" if current or marked else "faint")
        canvas.write(x - 1, 5, "▔" * (LAYER + 2), ground)
        self._draw_number(canvas, tower, x, current=current, marked=marked)

    def _draw_number(self, canvas: Canvas, tower: int, x: int, *, current: bool, marked: bool) -> None:
        assert self._public is not None
        left = self._public.towers[tower]
        words = f"{left}" if left else say("triqueta.table.towers.done")
        style = self.style_of("cursor" if marked else "mark" if current else "dim" if left else "faint")
        width = LAYER + 2
        canvas.write(x - 1, 6, _centred(words, width), style)


def brief(
    canvas: Canvas, x: int, public: Public, current: Style, other: Style, tree: Style, limit: int
) -> int:
    """The towers as numbers on one line, for where there is no room for pictures; none is shown in part."""
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
