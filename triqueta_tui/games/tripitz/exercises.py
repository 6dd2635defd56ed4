"""Exercises: which stone completes this figure? Random questions, and explanations of the answers.

A question has two stones of a triple or three of a quadruple. At least one of those
offered is right. The others are near misses where possible: stones spoiled by only one feature.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from triqueta_protocol.games.tripitz_stones import STONES, features, mixed
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.stone_drawing import Tones, draw_stone
from triqueta_tui.games.tripitz.stone_words import FEATURES, compared
from triqueta_tui.locale import say
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.prose import Line, line, wrapped

OFFERED: Final = 5
_MOST_RIGHT: Final = 2
_FEATURES: Final = 3

Kind = Literal["one", "two", "three", "quadruple"]
"""For a triple, the number of features in which the two stones differ; or a quadruple."""
KINDS: Final[tuple[Kind, ...]] = ("one", "two", "three", "quadruple")
"""The easiest first."""

_DIFFERING: Final = {"one": 1, "two": 2, "three": 3}

Likeness = Literal["alike", "different", "mixed"]


@dataclass(frozen=True)
class Exercise:
    given: tuple[int, ...]
    """The stones in the line."""
    offered: tuple[int, ...]
    """The stones offered."""

    @property
    def right(self) -> tuple[int, ...]:
        """The offered stones that complete the figure."""
        return tuple(stone for stone in self.offered if not mixed((*self.given, stone)))


def exercise(rng: Random, kind: Kind) -> Exercise:
    """Make a question of a kind."""
    given = _given(rng, kind)
    right = completing(given)
    wrong = sorted({*range(STONES)} - {*right, *given})
    rng.shuffle(wrong)
    wrong.sort(key=lambda stone: len(mixed((*given, stone))))
    count = rng.randint(1, min(_MOST_RIGHT, len(right)))
    near = wrong[: 2 * OFFERED]
    offered = [*rng.sample(right, count), *rng.sample(near, OFFERED - count)]
    rng.shuffle(offered)
    return Exercise(given, tuple(offered))


def completing(given: Sequence[int]) -> list[int]:
    """All stones that make a triple or quadruple together with these."""
    return [stone for stone in range(STONES) if stone not in given and not mixed((*given, stone))]


def likeness(stones: Sequence[int], feature: int) -> Likeness:
    """Whether the stones are all alike, all different, or neither in a feature."""
    values = {features(stone)[feature] for stone in stones}
    return "alike" if len(values) == 1 else "different" if len(values) == len(stones) else "mixed"


def _given(rng: Random, kind: Kind) -> tuple[int, ...]:
    first = rng.randrange(STONES)
    if kind == "quadruple":
        second = rng.choice([stone for stone in range(STONES) if stone != first])
        return first, second, rng.choice(completing((first, second)))
    differing = _DIFFERING[kind]
    return first, rng.choice([stone for stone in range(STONES) if _differing(first, stone) == differing])


def _differing(one: int, other: int) -> int:
    """The number of features in which two stones differ."""
    return sum(likeness((one, other), feature) == "different" for feature in range(_FEATURES))


STEP: Final = Tile.SMALL.cells + 1
"""Cells from one stone to the next."""


def drawn(canvas: Canvas) -> list[Line]:
    """A canvas as lines of text."""
    return [tuple(cell for cell in row if cell[0]) for row in canvas.cells]


def stones_in_line(stones: Iterable[int], colours: Tones, indent: int = 2) -> Line:
    return stones_beside(stones, Tile.SMALL, colours, indent)[0]


def stones_beside(stones: Iterable[int], tile: Tile, colours: Tones, indent: int = 2) -> list[Line]:
    """Stones of any size in a row, which may take several lines."""
    shown, step = tuple(stones), tile.cells + 1
    canvas = Canvas(indent + step * len(shown), tile.lines)
    for at, stone in enumerate(shown):
        draw_stone(canvas, indent + step * at, 0, stone, tile, colours)
    return drawn(canvas)


def explained(stones: Sequence[int], cells: int, *, spoiling: bool = False) -> list[Line]:
    """A line for each feature: its values, and whether they are alike, different or neither.

    With ``spoiling`` only the features that are neither.
    """
    lines: list[Line] = []
    for feature in range(len(FEATURES)):
        found = likeness(stones, feature)
        if spoiling and found != "mixed":
            continue
        words = say(f"tripitz.practice.likeness.{found}", compared=compared(stones, feature))
        lines += wrapped(line((words, "bad" if found == "mixed" else "")), cells)
    return lines
