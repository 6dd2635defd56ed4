"""The symbols of stones as little pictures of quarter cells."""

from functools import lru_cache
from typing import Final

from protocol.games.tripitz_stones import Symbol

_PICTURES: Final = {
    Symbol.CIRCLE: ("   ####   ", " ######## ", "##########", "##########", " ######## ", "   ####   "),
    Symbol.MOON: ("   #####  ", " #####    ", "#####     ", "#####     ", " #####    ", "   #####  "),
    Symbol.TRIANGLE: ("    ##    ", "   ####   ", "   ####   ", "  ######  ", " ######## ", "##########"),
    Symbol.STAR: ("    ##    ", "    ##    ", "##########", "  ######  ", "  ######  ", " ##    ## "),
}
"""Row by row; a cell of the terminal is two columns of two rows."""

_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By which quarters are filled: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


@lru_cache(maxsize=4)
def picture(symbol: Symbol) -> tuple[str, ...]:
    """The three lines of a symbol, five cells wide."""
    rows = _PICTURES[symbol]
    return tuple(
        "".join(
            _QUARTERS[sum(1 << bit for bit, quarter in enumerate(_cell(rows, x, y)) if quarter == "#")]
            for x in range(0, len(rows[0]), 2)
        )
        for y in range(0, len(rows), 2)
    )


def _cell(rows: tuple[str, ...], x: int, y: int) -> str:
    return rows[y][x : x + 2] + rows[y + 1][x : x + 2]
