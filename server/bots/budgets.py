"""How long a bot of each level may think about one decision."""

from typing import Final

SECONDS: Final = {"hard": 0.15, "expert": 1.0}
"""By level. Levels that are not here look no further than the next move and are done at once."""


def budget(level: str) -> float:
    """Seconds within which a decision of this level is there, on a core of its own."""
    return SECONDS.get(level, 0.0)
