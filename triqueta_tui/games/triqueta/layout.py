"""How the table shares out the terminal: what is shown how large, and what gives way when space is short."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from triqueta_tui.games.triqueta.score_pad import ScorePad
from triqueta_tui.games.triqueta.scoresheet import PICTURED_SHEET
from triqueta_tui.games.triqueta.slots import row_heights
from triqueta_tui.games.triqueta.towers import Towers

SLIM_FROM: Final = (95, 28)
"""From this size on, towers and log have a slim column of their own."""

SIDE_FROM: Final = (112, 24)
"""From this size on the column is broad enough for towers side by side, and for the chat."""

PAD_FROM: Final = (150, 40)
"""From this size on the paper score pad lies in the column, in place of the scoresheet below the rows."""

_SLIM: Final = 20
_WIDE: Final = 74
"""From this width of the board on its parts may have names."""

_BROAD: Final = 84
"""From this width on the hand may have a large picture."""

_WORDS: Final = 56
"""From this width on a hand of two lines has room for words between its pictures."""

_LOG_BELOW: Final = 5
"""If so many lines are left below the board the log moves there."""

_SMALL_ROW: Final = 3
"""The lines of a row with small pictures, the numbers below them."""

_BAR_LINES: Final = 2
"""The line at the top and the footer."""


@dataclass(frozen=True)
class Layout:
    """The lines and columns of each part of the table."""

    rows: int
    """Lines of one row."""
    hand: int
    sheet: int
    """Lines of the scoresheet below the rows; 0 where the pad is shown."""
    prompt: int
    log: int
    """Lines of the log below the board, with its rule if it has one; 0 where it is in the right column."""
    side: int
    """Columns of the right side; 0 when there is none."""
    towers: int
    pad: int
    """Lines of the score pad; 0 when there is none."""
    ruled: bool
    """Whether the parts have a line with their name above them."""


@dataclass(frozen=True)
class _Offer:
    """One way to lay out the board; the first that fits is taken."""

    rows: int
    ruled: bool
    hand: int
    head: int
    """Lines above the scoresheet's first player."""
    mine_only: bool = False


def _offers(width: int, *, pictures: bool) -> Iterator[_Offer]:
    """From the most generous to the tightest: large rows matter more than a large hand or sheet."""
    head = 3 if width >= PICTURED_SHEET else 1
    for rows in row_heights(width, pictures=pictures):
        if rows == 1:
            continue
        if rows == _SMALL_ROW and width >= _WIDE:
            # A free line between the rows, before there are names above the parts.
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
    """The best layout for so many seats in a terminal of this size."""
    side = _side(width, height, seats)
    padded = width >= PAD_FROM[0] and height >= PAD_FROM[1]
    prompt = 2 if height >= 16 else 1
    lines = height - _BAR_LINES - prompt
    for offer in _offers(width - side, pictures=pictures):
        rule = 1 if offer.ruled else 0
        # The log has a rule above it, too: with one line it would be nothing but that.
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
        pad=ScorePad.lines(lines - towers - (6 if below else 10)) if padded else 0,
        ruled=offer.ruled,
    )


def _side(width: int, height: int, seats: int) -> int:
    if width >= PAD_FROM[0] and height >= PAD_FROM[1]:
        most = min(ScorePad.cells(seats), width * 2 // 5)
        return max(width * 3 // 10, ScorePad.least_cells(seats), most) + 1
    if width >= SIDE_FROM[0] and height >= SIDE_FROM[1]:
        return min(56, 34 + (width - SIDE_FROM[0]) // 4)
    return _SLIM if width >= SLIM_FROM[0] and height >= SLIM_FROM[1] else 0
