"""The six slots of a row, one for each animal: how large their pictures are and where they stand."""

from dataclasses import dataclass
from typing import Final

from protocol.games.triqueta import KINDS
from triqueta_tui.games.triqueta.pictures import Size

LABEL: Final = 4
"""The columns of a row's mark and number."""

_POINTS: Final = 3
_NAMES: Final = ((100, 8), (60, 5), (44, 3))
"""From which width on there is room for how much of a name."""


@dataclass(frozen=True)
class Slots:
    """A form of slots that is the same for all rows of a table, so that animals stand below each other."""

    size: Size | None
    """None for letters."""
    below: bool
    """Whether the numbers are below the picture, and not beside it."""
    cells: int
    lines: int
    across: int = KINDS

    @property
    def height(self) -> int:
        """The lines that all six take."""
        return self.lines * -(-KINDS // self.across)

    @property
    def shape(self) -> tuple[Size | None, int, int]:
        """What stays the same if the slots only move closer together."""
        return self.size, self.lines, self.across

    def spot(self, animal: int) -> tuple[int, int]:
        """The cell and the line at which the slot of an animal begins."""
        return animal % self.across * self.cells, animal // self.across * self.lines


_FORMS: Final = (
    Slots(Size.LARGE, below=True, cells=16, lines=8),
    Slots(Size.MEDIUM, below=True, cells=11, lines=5),
    Slots(Size.MEDIUM, below=False, cells=15, lines=4),
    Slots(Size.SMALL, below=True, cells=8, lines=3),
    Slots(Size.SMALL, below=False, cells=11, lines=2),
    Slots(None, below=True, cells=7, lines=2),
    Slots(None, below=False, cells=6, lines=1),
    Slots(None, below=False, cells=4, lines=1),
)
"""Each with the least room it needs; the first that fits is taken."""

_GAP: Final = 5
"""Slots stand at most this much farther apart than they must."""


def fitting(cells: int, lines: int, *, pictures: bool = True) -> Slots:
    """The best form for six slots in so much room: side by side, or three above three."""
    for form in _FORMS:
        if form.size is not None and not pictures:
            continue
        for across in (KINDS, KINDS // 2):
            if form.cells * across <= cells and form.lines * (KINDS // across) <= lines:
                wide = min(form.cells + _GAP, cells // across)
                return Slots(form.size, below=form.below, cells=wide, lines=form.lines, across=across)
    return _FORMS[-1]


@dataclass(frozen=True)
class RowForm:
    """How a row is divided: its number, the values in columns of a name and a number, and the slots."""

    name: int
    """Cells for a name; 0 shows values without."""
    columns: int
    slots: Slots

    @property
    def header(self) -> int:
        """The columns before the slots."""
        return _header(self.name, self.columns)


def row_form(width: int, lines: int, seats: int, *, pictures: bool = True) -> RowForm:
    """The form of rows of this size: values for all seats, if that leaves the pictures as large."""
    name = next((cells for least, cells in _NAMES if width >= least), 0)
    form = RowForm(name, 1, fitting(width - _header(name, 1), lines, pictures=pictures))
    for columns in range(2, -(-seats // lines) + 1 if name else 0):
        cells = width - _header(name, columns)
        slots = fitting(cells, lines, pictures=pictures)
        if slots.shape != form.slots.shape or slots.cells * slots.across > cells:
            break
        form = RowForm(name, columns, slots)
    return form


def _header(name: int, columns: int) -> int:
    return LABEL + columns * ((name + 1 if name else 0) + _POINTS + 1) + columns - 1


def row_heights(width: int, *, pictures: bool = True) -> list[int]:
    """The heights of rows that make a difference in a board of this width, the largest first."""
    forms = {row_form(width, lines, 1, pictures=pictures).slots for lines in range(1, 17)}
    return sorted({form.height for form in forms}, reverse=True)
