"""Points for each seat; where space is short, the viewer's and the highest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style

from triqueta_tui.locale.numbers import signed
from triqueta_tui.table.numbers import SeatValue
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_POINTS: Final = 3


@dataclass(frozen=True)
class Block:
    """A block on a canvas for such values: columns of name and number, filled line by line."""

    x: int
    y: int
    lines: int
    name: int
    """Cells for a name; 0 shows the number alone."""
    columns: int = 1

    @property
    def step(self) -> int:
        return (self.name + 1 if self.name else 0) + _POINTS + 2


def pick(values: Sequence[SeatValue], room: int, seat: int | None) -> list[SeatValue]:
    """The values that fit: the viewer's, then the highest; in seat order."""
    ranked = sorted(values, key=lambda one: (one.seat != seat, -one.points))
    return [one for one in values if one in ranked[:room]]


def draw_values(
    board: Board,
    canvas: Canvas,
    block: Block,
    values: Sequence[SeatValue],
    called: Callable[[int], str],
    seat: int | None,
) -> None:
    """Draw the points of each seat."""
    for index, one in enumerate(pick(values, block.lines * block.columns, seat)):
        x, y = block.x + index // block.lines * block.step, block.y + index % block.lines
        own = one.seat == seat
        if block.name:
            canvas.write(x, y, called(one.seat), board.style_of("strong" if own else "dim"), limit=block.name)
            x += block.name + 1
        canvas.write_right(x + _POINTS, y, signed(one.points), points_style(board, one.points, faint=not own))


def points_style(board: Board, points: int, *, faint: bool = False) -> Style:
    """The style of a gain, a loss, or zero; fainter for other players."""
    style = board.style_of("good" if points > 0 else "bad" if points < 0 else "dim")
    return style + _QUIET if faint else style


_QUIET: Final = Style(bold=False)
