"""Names of animals, in letters and words, and the signs of the scoresheet."""

from typing import Final

from triqueta_protocol.games.triqueta import Animal
from triqueta_tui.locale import plural, say

TREE: Final = "▴"
ROCK: Final = "◊"
DONE: Final = "✓"
SPOILED: Final = "✗"
"""Signs of the scoresheet and the log."""
TOKEN, PLACE = "▮", "▯"
"""A token in a row, and a place for one more of its kind."""

NAMES: Final[dict[int, str]] = {animal: animal.name.lower() for animal in Animal}


def letters(animal: int) -> str:
    """Two cells that stand for an animal in the player's language."""
    return say(f"triqueta.animals.{NAMES[animal]}.letters")


def name(animal: int) -> str:
    return say(f"triqueta.animals.{NAMES[animal]}.name")


def as_object(animal: int) -> str:
    """An animal as the object of a sentence: "an owl"."""
    return say(f"triqueta.animals.{NAMES[animal]}.drawn")


def counted(animal: int, count: int) -> str:
    """A count of an animal: "2 owls"."""
    return plural(f"triqueta.animals.{NAMES[animal]}.count", count)
