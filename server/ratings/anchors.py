"""What the server's bots are rated at, per game and class: fixed, so that new people have something to go by.

The numbers are skills (``Belief.mu``), fitted to games of the bots among themselves. ``python -m
tests.bench.anchors`` prints this table; docs/ratings.md says how.
"""

from collections.abc import Mapping
from typing import Final

from server.ratings.model import Belief, SeatsClass

ANCHORS: Final[Mapping[tuple[str, SeatsClass], Mapping[str, float]]] = {
    ("triche", "2"): {"easy": 17.68, "normal": 25.00, "hard": 37.54, "expert": 40.18},
    ("triche", "3+"): {"easy": 16.95, "normal": 25.00, "hard": 28.34, "expert": 42.08},
    ("tripitz", "2"): {"easy": 4.40, "normal": 25.00, "hard": 52.44, "expert": 55.47},
    ("tripitz", "3+"): {"easy": 4.19, "normal": 25.00, "hard": 33.60, "expert": 55.21},
    ("triqueta", "2"): {"easy": 15.02, "normal": 25.00, "hard": 31.55, "expert": 34.68},
    ("triqueta", "3+"): {"easy": 15.85, "normal": 25.00, "hard": 31.13, "expert": 38.99},
}


def anchor(game: str, of: SeatsClass, level: str) -> Belief | None:
    """What is believed of a bot; None for one that nobody has measured, which is rated like a person."""
    skill = ANCHORS.get((game, of), {}).get(level)
    return None if skill is None else Belief(skill, 0.0)
