"""The signs and colours that identify players in a review."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from triqueta_tui.widgets.looks import LOOKS, Look
from triqueta_tui.widgets.players import SIGNS, colour

SEAT_LOOKS: Final = {
    **LOOKS,
    "costly": Look("my-turn-text", ground="points-down", text="cursor-style"),
}


@dataclass(frozen=True)
class Player:
    seat: int
    sign: str
    name: str
    """"you" for the viewer."""
    colour: int

    @property
    def look(self) -> str:
        return f"seat-{self.colour}"


def players(names: Sequence[str], you: str, own: int | None) -> tuple[Player, ...]:
    """In the order of the seats."""
    return tuple(
        Player(seat, SIGNS[seat], you if seat == own else name, colour(seat, own))
        for seat, name in enumerate(names)
    )
