"""The lines of three and four that a stone is part of, drawn, with what each counts or what spoils it."""

from collections.abc import Sequence
from dataclasses import dataclass

from protocol.games.tripitz_board import QUADRUPLE, TRIPLE, Board, Group
from triqueta_tui.games.tripitz.figure_words import all_groups, group_stones
from triqueta_tui.games.tripitz.stone_drawing import Tile, draw_stone, tones
from triqueta_tui.games.tripitz.stone_words import FEATURES, compared_values, feature_name
from triqueta_tui.locale import say
from triqueta_tui.table.numbers import signed
from triqueta_tui.table.prompt import fitting
from triqueta_tui.widgets.board import Board as BoardWidget
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.prose import shortened


@dataclass(frozen=True)
class Figure:
    """One line of stones as it is told."""

    stones: tuple[int, ...]
    words: tuple[str, ...]
    """From the most to the fewest."""
    counts: bool
    cells: tuple[int, ...] = ()


def figures_of(board: Board, cell: int, stone: int, *, one_per_axis: bool = False) -> list[Figure]:
    """What a stone in a cell makes, what counts first, then the lines of three that do not."""
    return [
        Figure(
            group_stones(board, cell, stone, group),
            _words(board, cell, stone, group),
            group.counts,
            group.cells,
        )
        for group in all_groups(board, cell, stone, one_per_axis=one_per_axis)
        if not group.absorbed and not (group.mixed and len(group.cells) == 4)
    ]


def _words(board: Board, cell: int, stone: int, group: Group) -> tuple[str, ...]:
    if group.counts:
        four = len(group.cells) == 4
        kind = say("tripitz.table.figure.quadruple" if four else "tripitz.table.figure.triple")
        return (f"{kind} {signed(QUADRUPLE if four else TRIPLE)}",)
    features = say("log.comma").join(map(feature_name, group.mixed))
    if group.mixed == tuple(range(len(FEATURES))):
        named = (features, say("tripitz.table.figure.all_features"))
        return tuple(say("tripitz.table.figure.none", features=words) for words in named)
    kinds = ("none", "none_brief", "none_least")
    forms = tuple(say(f"tripitz.table.figure.{kind}", features=features) for kind in kinds)
    if len(group.mixed) > 1:
        return forms
    values = compared_values(group_stones(board, cell, stone, group), group.mixed[0])
    return say("tripitz.table.figure.none_why", features=features, values=values), *forms


class Figures(BoardWidget):
    def __init__(self) -> None:
        super().__init__(id="figures")
        self._titles: tuple[str, ...] = ()
        self._figures: Sequence[Figure] = ()

    def show(self, titles: tuple[str, ...], figures: Sequence[Figure]) -> None:
        """``titles``: from the most words to the fewest; the first that fits is written."""
        self._titles, self._figures = titles, figures
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self._titles:
            room = canvas.width - 3
            canvas.write(2, 0, shortened(fitting(room, *self._titles), room), self.style_of("strong"))
        colours = tones(self.app)
        left = 3 + 4 * max((len(figure.stones) for figure in self._figures), default=0)
        for y, figure in enumerate(self._figures[: canvas.height - 1], 1):
            for place, stone in enumerate(figure.stones):
                draw_stone(canvas, 2 + 4 * place, y, stone, Tile.SMALL, colours)
            style = self.style_of("good" if figure.counts else "dim")
            room = canvas.width - left - 3
            words = shortened(fitting(room, *figure.words), room)
            canvas.write(left, y, f"{'✓' if figure.counts else '–'} {words}", style)
