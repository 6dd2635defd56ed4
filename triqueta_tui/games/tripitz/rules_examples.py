"""The examples in the rules: stones in a line, and stones around one that was just laid."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triqueta_protocol.games.tripitz_board import COORDINATES, NUMBERS, Board, Sum, worked_out
from triqueta_protocol.games.tripitz_stones import Colour, Ink, Symbol, stone

Y, R, B, G = Colour
CIRCLE, MOON, TRIANGLE, STAR = Symbol
WHITE, BLACK, GREY, LIGHT_BLUE = Ink

_NEAR: Final = 3
"""A picture shows this many steps around the new stone: all that can be in a figure with it."""

TRIPLE: Final = (stone(B, MOON, WHITE), stone(B, STAR, BLACK), stone(B, CIRCLE, GREY))
DIFFERENT: Final = (stone(R, TRIANGLE, GREY), stone(G, CIRCLE, LIGHT_BLUE), stone(Y, STAR, BLACK))
SPOILED: Final = (stone(Y, MOON, WHITE), stone(Y, MOON, BLACK), stone(G, MOON, GREY))
QUADRUPLE: Final = (
    stone(G, STAR, WHITE),
    stone(R, STAR, GREY),
    stone(Y, STAR, BLACK),
    stone(B, STAR, LIGHT_BLUE),
)

Place = tuple[int, int]
"""Coordinates of a cell."""


@dataclass(frozen=True)
class Example:
    """A stone that was just laid, and those around it."""

    lying: Mapping[Place, int]
    at: Place
    stone: int

    @property
    def board(self) -> Board:
        """The board before."""
        return tuple(self.lying.get(place) for place in COORDINATES)

    @property
    def sum(self) -> Sum:
        return worked_out(self.board, NUMBERS[self.at], self.stone)

    @property
    def shown(self) -> list[Place]:
        """The cells of the picture."""
        q, r = self.at
        return [
            place
            for place in COORDINATES
            if max(abs(place[0] - q), abs(place[1] - r), abs(sum(place) - q - r)) <= _NEAR
        ]


TOUCHING: Final = Example(
    {
        (2, -2): stone(R, STAR, GREY),
        (1, -1): stone(G, TRIANGLE, LIGHT_BLUE),
        (0, 0): stone(B, MOON, BLACK),
        (1, 0): stone(R, CIRCLE, GREY),
        (0, 1): stone(Y, STAR, WHITE),
    },
    at=(2, -1),
    stone=stone(G, MOON, BLACK),
)
TWO_FIGURES: Final = Example(
    {
        (2, -2): stone(Y, STAR, LIGHT_BLUE),
        (1, -1): stone(B, CIRCLE, GREY),
        (2, -1): stone(B, TRIANGLE, BLACK),
        (-1, 0): stone(B, STAR, WHITE),
        (0, 0): stone(G, TRIANGLE, BLACK),
        (1, 0): stone(Y, MOON, LIGHT_BLUE),
        (0, 1): stone(R, STAR, WHITE),
        (1, 1): stone(G, STAR, WHITE),
    },
    at=(2, 0),
    stone=stone(R, CIRCLE, GREY),
)
ON_THE_EDGE: Final = Example(
    {
        (5, -4): stone(G, CIRCLE, BLACK),
        (4, -3): stone(R, TRIANGLE, GREY),
        (5, -3): stone(R, STAR, LIGHT_BLUE),
        (3, -2): stone(B, MOON, LIGHT_BLUE),
        (4, -2): stone(Y, CIRCLE, GREY),
        (3, -1): stone(G, TRIANGLE, WHITE),
    },
    at=(6, -4),
    stone=stone(G, MOON, WHITE),
)
