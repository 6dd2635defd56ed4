"""The ratings of the server's bots, by game and class: fixed, as anchors for the ratings of people.

The numbers are skills (``Skill.mu``), fitted to games between the bots. ``python -m tests.bench.anchors``
prints this table; docs/ratings.md explains how.
"""

from collections.abc import Mapping
from typing import Final

from triqueta_server.ratings.model import SeatsClass, Skill

ANCHORS: Final[Mapping[tuple[str, SeatsClass], Mapping[str, float]]] = {
    ("triche", "2"): {"easy": 17.68, "normal": 25.00, "hard": 37.54, "expert": 40.18},
    ("triche", "3+"): {"easy": 16.95, "normal": 25.00, "hard": 28.34, "expert": 42.08},
    ("tripitz", "2"): {"easy": 4.40, "normal": 25.00, "hard": 52.44, "expert": 55.47},
    ("tripitz", "3+"): {"easy": 4.19, "normal": 25.00, "hard": 33.60, "expert": 55.21},
    ("triqueta", "2"): {"easy": 15.02, "normal": 25.00, "hard": 31.55, "expert": 34.68},
    ("triqueta", "3+"): {"easy": 15.85, "normal": 25.00, "hard": 31.13, "expert": 38.99},
}


def anchor(game: str, of: SeatsClass, level: str) -> Skill | None:
    """The rating of a bot; None for one that was not measured, which is rated like a person."""
    mu = ANCHORS.get((game, of), {}).get(level)
    return None if mu is None else Skill(mu, 0.0)
