"""The letters and colours that identify players in a review."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from triqueta_tui.widgets.looks import LOOKS, Look

COLOURS: Final = ("my-turn", "knot", "points-up", "points-down", "bar", "primary")
"""Of the theme; the first is the viewer's."""

SEAT_LOOKS: Final = {
    **LOOKS,
    "costly": Look("my-turn-text", ground="points-down", text="cursor-style"),
    **{f"seat-{at}": Look(colour, text="bold") for at, colour in enumerate(COLOURS)},
    **{f"ground-{at}": Look(ground=colour) for at, colour in enumerate(COLOURS)},
}


@dataclass(frozen=True)
class Player:
    seat: int
    letter: str
    name: str
    """"you" for the viewer."""
    colour: int

    @property
    def look(self) -> str:
        return f"seat-{self.colour}"


def players(names: Sequence[str], you: str, own: int | None) -> tuple[Player, ...]:
    """In the order of the seats."""
    others = [seat for seat in range(len(names)) if seat != own]
    order = others if own is None else [own, *others]
    return tuple(
        Player(seat, chr(ord("A") + seat), you if seat == own else name, order.index(seat) % len(COLOURS))
        for seat, name in enumerate(names)
    )
