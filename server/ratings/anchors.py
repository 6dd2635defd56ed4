"""What the server's bots are rated at, per game and class: fixed, so that new people have something to go by.

The numbers are skills (``Belief.mu``), fitted to games of the bots among themselves. ``python -m
tests.bench.anchors`` prints this table; docs/ratings.md says how.
"""

from collections.abc import Mapping
from typing import Final

from server.ratings.model import Belief, SeatsClass

ANCHORS: Final[Mapping[tuple[str, SeatsClass], Mapping[str, float]]] = {
    ("triche", "2"): {"easy": 17.86, "normal": 25.00, "hard": 35.96, "expert": 40.87},
    ("triche", "3+"): {"easy": 16.63, "normal": 25.00, "hard": 27.63, "expert": 42.59},
    ("tripitz", "2"): {"easy": 7.01, "normal": 25.00, "hard": 50.61, "expert": 56.39},
    ("tripitz", "3+"): {"easy": 4.19, "normal": 25.00, "hard": 33.60, "expert": 55.21},
    ("triqueta", "2"): {"easy": 16.90, "normal": 25.00, "hard": 30.08, "expert": 33.04},
    ("triqueta", "3+"): {"easy": 15.85, "normal": 25.00, "hard": 31.13, "expert": 36.98},
}


def anchor(game: str, of: SeatsClass, level: str) -> Belief | None:
    """What is believed of a bot; None for one that nobody has measured, which is rated like a person."""
    skill = ANCHORS.get((game, of), {}).get(level)
    return None if skill is None else Belief(skill, 0.0)
