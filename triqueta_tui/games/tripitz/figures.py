"""The figures below the board: what a placement would make, or what the last one made."""

from collections.abc import Sequence
from dataclasses import dataclass

from triqueta_protocol.games.tripitz import LaidStone
from triqueta_protocol.games.tripitz_board import QUADRUPLE, TRIPLE, Board, Group
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.figure_words import all_groups, full_sum, group_stones
from triqueta_tui.games.tripitz.stone_drawing import draw_stone, tones
from triqueta_tui.games.tripitz.stone_words import (
    FEATURES,
    brief_name,
    compared_values,
    feature_name,
    full_name,
)
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed, signed
from triqueta_tui.table.prompt import fitting
from triqueta_tui.widgets.board import Board as BoardWidget
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.prose import shortened


@dataclass(frozen=True)
class Figure:
    """A line of stones and its words."""

    stones: tuple[int, ...]
    words: tuple[str, ...]
    """The longest form first."""
    counts: bool
    cells: tuple[int, ...] = ()


def figures_of(board: Board, cell: int, stone: int, *, one_per_axis: bool = False) -> list[Figure]:
    """The figures of a stone in a cell: those that count first, then lines of three that do not."""
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
    features = listed(map(feature_name, group.mixed))
    if group.mixed == tuple(range(len(FEATURES))):
        piece_caption = (features, say("tripitz.table.figure.all_features"))
        return tuple(say("tripitz.table.figure.none", features=words) for words in piece_caption)
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
        """``titles``: the longest form first; the first that fits is written."""
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


def piece_caption(stone: int) -> tuple[str, ...]:
    return say("tripitz.table.chosen", letters=brief_name(stone), stone=full_name(stone)), brief_name(stone)


def last_move_caption(now: View, last: LaidStone) -> tuple[tuple[str, ...], list[Figure]]:
    """The figures of the last stone laid, as far as they are still on the board."""
    before = [piece if cell != last.cell else None for cell, piece in enumerate(now.public.board)]
    made = figures_of(before, last.cell, last.stone, one_per_axis=now.public.one_per_axis)
    figures = [one for one in made if one.counts]
    who = now.names[last.seat]
    sums = full_sum(last.sum), signed(last.sum.points)
    return tuple(say("tripitz.table.last", who=who, sum=one) for one in sums), figures
