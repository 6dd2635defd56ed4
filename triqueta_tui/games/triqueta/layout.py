"""How the table shares out the terminal: what is shown how large, and what gives way when space is short."""

from dataclasses import dataclass
from typing import Final

SIDE_FROM: Final = (112, 28)
"""From this size on, towers, log and chat have a column of their own."""

_BAR_LINES: Final = 2
"""The line at the top and the footer."""


@dataclass(frozen=True)
class Layout:
    """The lines and columns of each part of the table."""

    rows: int
    """Lines of one row."""
    hand: int
    sheet: int
    prompt: int
    log: int
    """Lines of the log where it has no column of its own, with its rule if it has one."""
    side: int
    """Columns of the right side; 0 when there is none."""
    towers: int
    ruled: bool
    """Whether the parts have a line with their name above them."""


@dataclass(frozen=True)
class _Offer:
    """One way to lay out the table; the first that fits is taken."""

    ruled: bool
    rows: int
    hand: int
    head: int
    """Lines above the scoresheet's first player."""
    width: int = 0
    """The least width for which it is meant."""
    mine_only: bool = False


_OFFERS: Final = (
    _Offer(ruled=True, rows=8, hand=7, head=3, width=128),
    _Offer(ruled=True, rows=5, hand=7, head=3, width=84),
    _Offer(ruled=True, rows=5, hand=4, head=3, width=84),
    _Offer(ruled=True, rows=5, hand=4, head=1, width=76),
    _Offer(ruled=True, rows=4, hand=4, head=1, width=76),
    _Offer(ruled=False, rows=4, hand=4, head=3, width=84),
    _Offer(ruled=False, rows=4, hand=4, head=1, width=76),
    _Offer(ruled=False, rows=4, hand=2, head=1, width=76),
    _Offer(ruled=False, rows=3, hand=4, head=1, width=64),
    _Offer(ruled=False, rows=3, hand=2, head=1, width=64),
    _Offer(ruled=False, rows=2, hand=4, head=1, width=64),
    _Offer(ruled=False, rows=2, hand=2, head=1, width=56),
    _Offer(ruled=False, rows=1, hand=2, head=1, width=60),
    _Offer(ruled=False, rows=1, hand=1, head=1),
    _Offer(ruled=False, rows=1, hand=1, head=1, mine_only=True),
)


def arrange(width: int, height: int, seats: int, *, seated: bool = True) -> Layout:
    """The best layout for so many seats in a terminal of this size."""
    side = _side(width, height)
    prompt = 2 if height >= 16 else 1
    lines = height - _BAR_LINES - prompt
    for offer in _OFFERS:
        rule = 1 if offer.ruled else 0
        # The log has a rule above it, too: with one line it would be nothing but that.
        least_log = 0 if side else 1 + rule
        hand = offer.hand if seated else 1
        sheet = offer.head + (1 if offer.mine_only else seats)
        used = seats * offer.rows + hand + sheet + 3 * rule
        if offer.width <= width - side and used + least_log <= lines:
            break
    spare = max(0, lines - used)
    return Layout(
        rows=offer.rows,
        hand=hand,
        sheet=sheet,
        prompt=prompt,
        log=0 if side else spare,
        side=side,
        towers=7 if side else 0,
        ruled=offer.ruled,
    )


def _side(width: int, height: int) -> int:
    if width < SIDE_FROM[0] or height < SIDE_FROM[1]:
        return 0
    return min(56, 34 + (width - SIDE_FROM[0]) // 4)
