"""Points for each seat; where space is short, the viewer's and the highest."""

from collections.abc import Sequence
from typing import Final

from rich.style import Style

from triqueta_tui.table.numbers import SeatValue
from triqueta_tui.widgets.board import Board


def pick(values: Sequence[SeatValue], room: int, seat: int | None) -> list[SeatValue]:
    """The values that fit: the viewer's, then the highest; in seat order."""
    ranked = sorted(values, key=lambda one: (one.seat != seat, -one.points))
    return [one for one in values if one in ranked[:room]]


def points_style(board: Board, points: int, *, faint: bool = False) -> Style:
    """The style of a gain, a loss, or zero; fainter for other players."""
    style = board.style_of("good" if points > 0 else "bad" if points < 0 else "dim")
    return style + _QUIET if faint else style


_QUIET: Final = Style(bold=False)
