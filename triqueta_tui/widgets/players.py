"""One colour and one sign for each player: the same on the board, in the log, and in the review."""

from typing import Final

COLOURS: Final = ("my-turn", "player-1", "player-2", "player-3", "player-4", "player-5")
"""Of the theme; the first is the viewer's."""

SIGNS: Final = "■◆▼✚▬◥"
"""By seat."""


def colour(seat: int, own: int | None) -> int:
    """The number of a seat's colour for a viewer; the others' are in the order of the seats."""
    if own is None:
        return seat % len(COLOURS)
    return 0 if seat == own else (seat + (seat < own)) % len(COLOURS)


def ink(seat: int, own: int | None) -> str:
    """A seat's colour in a sentence."""
    return f"${COLOURS[colour(seat, own)]}"


def look(seat: int, own: int | None) -> str:
    """The look of what belongs to a seat; see ``LOOKS``."""
    return f"seat-{colour(seat, own)}"


def lit(seat: int, own: int | None) -> str:
    """The look of the seat that is to move."""
    return f"lit-{colour(seat, own)}"
