"""The layout of the table and its rows: sizes of all parts for each terminal size."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from triqueta_protocol.games.triqueta import KINDS
from triqueta_tui.games.triqueta.paper_scoresheet import PaperScoresheet
from triqueta_tui.games.triqueta.pictures import Size
from triqueta_tui.games.triqueta.scoresheet import PICTURED_SHEET
from triqueta_tui.games.triqueta.towers import Towers

LABEL: Final = 4
"""Columns of a row's mark and number."""

HEADER: Final = LABEL + 5
"""Columns before the slots: with a player's sign and the row's points."""


@dataclass(frozen=True)
class Slots:
    """The slots of a row; the same for all rows, so that animals are aligned."""

    size: Size | None
    """None for letters."""
    below: bool
    """Whether numbers are below the picture, not beside it."""
    cells: int
    lines: int
    across: int = KINDS

    @property
    def height(self) -> int:
        """The height of all six."""
        return self.lines * -(-KINDS // self.across)

    def spot(self, animal: int) -> tuple[int, int]:
        """The upper left corner of an animal's slot."""
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
"""Each with its least size; the first that fits is used."""

_GAP: Final = 5
"""The most additional cells between slots."""


def fitting(cells: int, lines: int, *, pictures: bool = True) -> Slots:
    """The best form for six slots in this space: side by side, or three above three."""
    for form in _FORMS:
        if form.size is not None and not pictures:
            continue
        for across in (KINDS, KINDS // 2):
            if form.cells * across <= cells and form.lines * (KINDS // across) <= lines:
                wide = min(form.cells + _GAP, cells // across)
                return Slots(form.size, below=form.below, cells=wide, lines=form.lines, across=across)
    return _FORMS[-1]


def row_slots(width: int, lines: int, *, pictures: bool = True) -> Slots:
    """The slots of rows of this size."""
    return fitting(width - HEADER, lines, pictures=pictures)


def row_heights(width: int, *, pictures: bool = True) -> list[int]:
    """The distinct row heights for a board of this width, largest first."""
    return sorted({row_slots(width, lines, pictures=pictures).height for lines in range(1, 17)}, reverse=True)


SLIM_FROM: Final = (95, 28)
"""From this size on towers and log have a slim right column."""

SIDE_FROM: Final = (112, 24)
"""From this size on the right column has towers side by side, and the chat."""

PAD_FROM: Final = (150, 40)
"""From this size on the paper scoresheet in the right column replaces the one below the rows."""

_SLIM: Final = 20
_WIDE: Final = 74
"""From this board width on its parts may have titles."""

_BROAD: Final = 84
"""From this width on the hand may show a large picture."""

_WORDS: Final = 56
"""From this width on a hand of two lines has words between its pictures."""

_LOG_BELOW: Final = 5
"""With this many lines left below the board the log moves there."""

_SMALL_ROW: Final = 3
"""Lines of a row with small pictures and numbers below them."""

_BAR_LINES: Final = 2
"""The status line and the footer."""


@dataclass(frozen=True)
class Layout:
    """Lines and columns of each part of the table."""

    rows: int
    """Lines of one row."""
    hand: int
    sheet: int
    """Lines of the scoresheet below the rows; 0 where the paper one is shown."""
    prompt: int
    log: int
    """Lines of the log below the board, with its rule if it has one; 0 where it is in the right column."""
    side: int
    """Columns of the right side; 0 when there is none."""
    towers: int
    pad: int
    """Lines of the paper scoresheet; 0 when there is none."""
    ruled: bool
    """Whether the parts have a title line above them."""


@dataclass(frozen=True)
class _Offer:
    """One way to lay out the board; the first that fits is used."""

    rows: int
    ruled: bool
    hand: int
    head: int
    """Lines above the scoresheet's first player."""
    mine_only: bool = False


def _offers(width: int, *, pictures: bool) -> Iterator[_Offer]:
    """From the most generous to the tightest: large rows first, then a large hand or scoresheet."""
    head = 3 if width >= PICTURED_SHEET else 1
    for rows in row_heights(width, pictures=pictures):
        if rows == 1:
            continue
        if rows == _SMALL_ROW and width >= _WIDE:
            # An empty line between rows comes before titles above the parts.
            yield _Offer(rows + 1, ruled=True, hand=4, head=head)
            yield _Offer(rows + 1, ruled=False, hand=4, head=head)
        if width >= _BROAD:
            yield _Offer(rows, ruled=True, hand=7, head=head)
        if width >= _WIDE:
            yield _Offer(rows, ruled=True, hand=4, head=head)
            yield _Offer(rows, ruled=True, hand=4, head=1)
        yield _Offer(rows, ruled=False, hand=4, head=1)
        if rows <= 3:
            yield _Offer(rows, ruled=False, hand=2, head=1)
    if width >= _WORDS:
        yield _Offer(1, ruled=False, hand=2, head=1)
    yield _Offer(1, ruled=False, hand=1, head=1)
    yield _Offer(1, ruled=False, hand=1, head=1, mine_only=True)


def arrange(width: int, height: int, seats: int, *, seated: bool = True, pictures: bool = True) -> Layout:
    """The best layout for a number of seats in a terminal of this size."""
    side = _side(width, height, seats)
    padded = width >= PAD_FROM[0] and height >= PAD_FROM[1]
    prompt = 2 if height >= 16 else 1
    lines = height - _BAR_LINES - prompt
    for offer in _offers(width - side, pictures=pictures):
        rule = 1 if offer.ruled else 0
        # The log needs a rule above it: with one line it would be only the rule.
        least_log = 0 if side else 1 + rule
        hand = offer.hand if seated else 1
        sheet = 0 if padded else offer.head + (1 if offer.mine_only else seats)
        used = seats * offer.rows + hand + sheet + (2 if padded else 3) * rule
        if used + least_log <= lines:
            break
    spare = max(0, lines - used)
    towers = Towers.lines(side, lines) if side else 0
    rows = offer.rows
    if side:
        more = min(4, spare // seats)
        rows, spare = rows + more, spare - more * seats
    below = spare if not side or spare >= _LOG_BELOW else 0
    return Layout(
        rows=rows,
        hand=hand,
        sheet=sheet,
        prompt=prompt,
        log=below,
        side=side,
        towers=towers,
        pad=PaperScoresheet.lines(lines - towers - (6 if below else 10)) if padded else 0,
        ruled=offer.ruled,
    )


def _side(width: int, height: int, seats: int) -> int:
    if width >= PAD_FROM[0] and height >= PAD_FROM[1]:
        return max(width * 3 // 10, PaperScoresheet.least_cells(seats)) + 1
    if width >= SIDE_FROM[0] and height >= SIDE_FROM[1]:
        return min(56, 34 + (width - SIDE_FROM[0]) // 4)
    return _SLIM if width >= SLIM_FROM[0] and height >= SLIM_FROM[1] else 0
