"""What something would bring each seat; where space is short, the viewer and whoever would gain most."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style

from triqueta_tui.table.numbers import signed
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_POINTS: Final = 3


@dataclass(frozen=True)
class SeatValue:
    """The points that something would bring a seat."""

    seat: int
    points: int


@dataclass(frozen=True)
class Block:
    """The place for such values on a canvas: columns of a name and a number, filled line by line."""

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
    """As many values as there is room for: the viewer's, then the highest; in the order of the seats."""
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
    """Draw who would get how many points."""
    for index, one in enumerate(pick(values, block.lines * block.columns, seat)):
        x, y = block.x + index // block.lines * block.step, block.y + index % block.lines
        own = one.seat == seat
        if block.name:
            canvas.write(x, y, called(one.seat), board.style_of("strong" if own else "dim"), limit=block.name)
            x += block.name + 1
        canvas.write_right(x + _POINTS, y, signed(one.points), points_style(board, one.points, faint=not own))


def points_style(board: Board, points: int, *, faint: bool = False) -> Style:
    """The style of a gain, a loss, or nothing; the other players' are less loud."""
    style = board.style_of("good" if points > 0 else "bad" if points < 0 else "dim")
    return style + _QUIET if faint else style


_QUIET: Final = Style(bold=False)


def changes(steps: Iterable[tuple[SeatValue, SeatValue]], called: Callable[[int], str], comma: str) -> str:
    """How values change, in words: ``you +3›+8, Ana 0›−2``."""
    return comma.join(f"{called(new.seat)} {signed(old.points)}›{signed(new.points)}" for old, new in steps)


def listed(values: Iterable[SeatValue], called: Callable[[int], str], comma: str) -> str:
    """Values in words: ``Ana +2, Bo −1``."""
    return comma.join(f"{called(one.seat)} {signed(one.points)}" for one in values)
